package hplhetero.hpl.model.network;

/**
 * The cost of a row swap in one process column while all other process columns swap too.
 *
 * @param latency seconds of all its messages that follow each other, when they are empty
 * @param perByte seconds for each byte of the panel's jb rows of U; as many rows leave
 */
public record ColumnLoads(double latency, double perByte) {
    static final ColumnLoads NONE = new ColumnLoads(0, 0);

    /**
     * Returns the seconds of the column's row swap: latency + bytes x perByte.
     *
     * @param bytes bytes of all jb rows of U in this process column
     */
    public double seconds(double bytes) {
        return latency + bytes * perByte;
    }
}
