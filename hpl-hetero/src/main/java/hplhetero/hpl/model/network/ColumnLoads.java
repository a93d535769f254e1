package hplhetero.hpl.model.network;

/**
 * A row swap in one process column, while all others swap too.
 *
 * @param latency of all of its messages that follow each other, seconds
 * @param perByte seconds for each byte of the panel's jb rows, of which as many come as leave
 */
public record ColumnLoads(double latency, double perByte) {
    static final ColumnLoads NONE = new ColumnLoads(0, 0);

    /** Seconds of a swap of jb rows of so many bytes in all. */
    public double seconds(double bytes) {
        return latency + bytes * perByte;
    }
}
