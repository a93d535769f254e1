package hplhetero.run.cases;

/** The rule that says whether ranks may take a device where the user named no kernel provider. */
public enum DeviceUse {
    NEVER, WHERE_FASTER;

    /**
     * The smallest N for which a device is looked for. A smaller run is over sooner than a device is found and measured
     * (docs/decisions/0057).
     */
    static final int LEAST_N = 4_000;
    /**
     * The smallest NB for which a device is used. With a smaller one, moving data to the device and back takes longer than computing there.
     */
    static final int LEAST_NB = 64;

    /** Returns the rule for tests of which the largest has this order and block size. */
    public static DeviceUse of(int n, int nb) {
        return n >= LEAST_N && nb >= LEAST_NB ? WHERE_FASTER : NEVER;
    }

    /** Returns the rule for the tests of a run. An N that is still to be found counts as large. */
    public static DeviceUse of(CaseChoice choice) {
        return choice.cases().stream().map(one -> of(choice.sized() ? Integer.MAX_VALUE : one.n(), one.nb()))
                .filter(use -> use == WHERE_FASTER).findAny().orElse(NEVER);
    }
}
