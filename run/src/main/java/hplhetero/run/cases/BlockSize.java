package hplhetero.run.cases;

import hplhetero.hpl.plan.PlanRequest;
import java.util.List;

/** NB where nobody gave one, by what computes the updates and by the order of A: measured, docs/decisions/0006-defaults.md. */
public enum BlockSize {
    /** The host's cores: beyond {@value #SMALL_N} the update would gain less by fewer passes over the matrix than wider panels cost. */
    ON_HOST,
    /** Devices, which a wide panel keeps busy for longer than its factorization takes. */
    ON_DEVICES;

    static final int SMALL_N = 1_500;
    /** Up to {@link #SMALL_N}: panels are a large part of the work. */
    static final int SMALL_N_NB = 96;
    static final int USUAL_NB = 160;
    /** Below, panels are what is waited for, and devices take the NB of cores. */
    static final int LEAST_N_ON_DEVICES = 8_000;
    static final int LARGE_N_ON_DEVICES = 60_000;
    static final int NB_ON_DEVICES = 256;
    /** From {@link #LARGE_N_ON_DEVICES} on. */
    static final int LARGE_N_NB_ON_DEVICES = 384;

    public int of(int n) {
        if (this == ON_HOST || n < LEAST_N_ON_DEVICES) {
            return n <= SMALL_N ? SMALL_N_NB : USUAL_NB;
        }
        return n < LARGE_N_ON_DEVICES ? NB_ON_DEVICES : LARGE_N_NB_ON_DEVICES;
    }

    /** Those that a plan may choose from. A device's panels cost what no model of ranks tells: no other than its own. */
    public List<Integer> planned(int n) {
        return this == ON_HOST ? PlanRequest.USUAL_NB : List.of(of(n));
    }
}
