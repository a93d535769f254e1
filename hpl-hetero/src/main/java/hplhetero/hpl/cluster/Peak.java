package hplhetero.hpl.cluster;

/**
 * A theoretical peak rate of one rank.
 *
 * @param gflops billions of operations a second of the whole rank; 0 when unknown
 * @param source where the number comes from, such as {@code cluster file: 4 cores x 3.0 GHz x 16 flop/cycle}, for people
 */
public record Peak(double gflops, String source) {
    /** The peak of a rank of which none is known. */
    public static final Peak UNKNOWN = new Peak(0, "unknown");
}
