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
     * Returns the predicted seconds of a panel's row swap in one process column, for this latency and this time for each byte.
     *
     * @param bytes 8 jb x the number of columns of the trailing matrix in this process column: bytes of the panel's jb rows of U there,
     *              counted once, though each of its ranks gets them
     */
    public double seconds(double bytes) {
        return latency + bytes * perByte;
    }
}
