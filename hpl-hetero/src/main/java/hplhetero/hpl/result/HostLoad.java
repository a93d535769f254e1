package hplhetero.hpl.result;

/**
 * What others than this program took of a host while a test's clock ran. A number that could not be measured is NaN.
 *
 * @param cores       cores of the host that its ranks may use
 * @param otherCores  cores that other processes took of them, as a mean over the test
 * @param stolenCores cores that the machine under this virtual one gave to others, as a mean over the test
 * @param busiest     the processes that took most, for people; empty where none took a notable part, or none could be seen
 */
public record HostLoad(double cores, double otherCores, double stolenCores, String busiest) {
    /** A host of which nothing could be measured. */
    public static final HostLoad UNKNOWN = new HostLoad(Double.NaN, Double.NaN, Double.NaN, "");

    /** Less is what every system does now and then. */
    private static final double LEAST_CORES = 0.1;
    /** A smaller share of the cores costs no more than runs of one setting differ. */
    private static final double LEAST_SHARE = 0.08;

    /** Returns whether others took so much that the rate is not this machine's. */
    public boolean isNotable() {
        double taken = otherCores + stolenCores;
        return taken >= LEAST_CORES && taken >= LEAST_SHARE * cores;
    }
}
