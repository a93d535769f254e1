package hplhetero.run.cases;

/** Whether ranks whose provider of kernels nobody named may take a device. */
public enum DeviceUse {
    NEVER, WHERE_FASTER;

    /** Below, a run is over sooner than a device is found and measured, and gains next to nothing by it; docs/decisions/0057. */
    static final int LEAST_N = 4_000;
    /** Below, what travels to a device and back takes longer than what it computes. */
    static final int LEAST_NB = 64;

    /** For tests of which the largest is this one. */
    public static DeviceUse of(int n, int nb) {
        return n >= LEAST_N && nb >= LEAST_NB ? WHERE_FASTER : NEVER;
    }

    /** For the tests of a run; an N that is still to be found is as large as what computes is fast. */
    public static DeviceUse of(CaseChoice choice) {
        return choice.cases().stream().map(one -> of(choice.sized() ? Integer.MAX_VALUE : one.n(), one.nb()))
                .filter(use -> use == WHERE_FASTER).findAny().orElse(NEVER);
    }
}
