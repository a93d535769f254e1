package hplhetero.run.cases;

import hplhetero.hpl.plan.PlanRequest;
import java.util.List;

/**
 * The rule for NB where nobody gave one. It depends on what computes the updates and on the order of A, as measured in
 * docs/decisions/0006-defaults.md.
 */
public enum BlockSize {
    /**
     * NB for the host's cores. Beyond N = {@value #SMALL_N} a wider panel costs more than the update gains by fewer passes over the matrix.
     */
    ON_HOST,
    /** NB for devices. A wide panel keeps a device busy for longer than factoring the panel takes. */
    ON_DEVICES;

    static final int SMALL_N = 1_500;
    /** NB up to {@link #SMALL_N}, where panels are a large part of the work. */
    static final int SMALL_N_NB = 96;
    static final int USUAL_NB = 160;
    /** The smallest N for which devices get an NB of their own. Below, ranks wait for panels, and devices take the NB of cores. */
    static final int LEAST_N_ON_DEVICES = 8_000;
    static final int LARGE_N_ON_DEVICES = 60_000;
    static final int NB_ON_DEVICES = 256;
    /** NB from {@link #LARGE_N_ON_DEVICES} on. */
    static final int LARGE_N_NB_ON_DEVICES = 384;
    /** The largest NB that a plan with devices may choose: for devices that factor panels themselves. */
    static final int LARGEST_NB_ON_DEVICES = 512;

    /** Returns NB for a matrix of order {@code n}. */
    public int of(int n) {
        if (this == ON_HOST || n < LEAST_N_ON_DEVICES) {
            return n <= SMALL_N ? SMALL_N_NB : USUAL_NB;
        }
        return n < LARGE_N_ON_DEVICES ? NB_ON_DEVICES : LARGE_N_NB_ON_DEVICES;
    }

    /**
     * Returns the NBs that a plan may choose from. For devices these are the NBs of the rule and a larger one; for a small matrix it is the
     * rule's NB alone.
     *
     * @param n order of the matrix
     */
    public List<Integer> planned(int n) {
        return this == ON_HOST ? PlanRequest.USUAL_NB : n < LEAST_N_ON_DEVICES ? List.of(of(n))
                : List.of(NB_ON_DEVICES, LARGE_N_NB_ON_DEVICES, LARGEST_NB_ON_DEVICES);
    }
}
