package hplhetero.hpl.result;

import java.io.Serializable;

/**
 * What other processes and other virtual machines took of a host while a test's clock ran. A number that could not be measured is NaN.
 *
 * @param cores       cores of the host that its ranks may use
 * @param otherCores  cores of these that other processes used, as a mean over the test
 * @param stolenCores cores that the hypervisor gave to other virtual machines, as a mean over the test
 * @param busiest     the other processes that used most, for people; empty where none used a notable part, or none could be seen
 */
public record HostLoad(double cores, double otherCores, double stolenCores, String busiest) implements Serializable {
    /** The load of a host of which nothing could be measured. */
    public static final HostLoad UNKNOWN = new HostLoad(Double.NaN, Double.NaN, Double.NaN, "");

    /** Number of cores: every system uses fewer than this now and then, so a smaller load is not notable. */
    private static final double LEAST_CORES = 0.1;
    /** Share of a host's cores: a smaller load costs no more than runs with the same settings differ. */
    private static final double LEAST_SHARE = 0.08;

    /** Returns whether other processes or virtual machines took so much that the rate of the test is not that of this machine. */
    public boolean isNotable() {
        double taken = otherCores + stolenCores;
        return taken >= LEAST_CORES && taken >= LEAST_SHARE * cores;
    }
}
