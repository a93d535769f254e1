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

    /**
     * Returns whether ranks may take a device (a GPU) for a test where the user named no kernel provider: {@link #WHERE_FASTER} for a large
     * enough test, otherwise {@link #NEVER}.
     *
     * @param n  order of A; large enough from 4000
     * @param nb blocking factor; large enough from 64
     */
    public static DeviceUse of(int n, int nb) {
        return n >= LEAST_N && nb >= LEAST_NB ? WHERE_FASTER : NEVER;
    }

    /**
     * Returns whether ranks may take a device (a GPU) for the tests of a run where the user named no kernel provider: {@link #WHERE_FASTER}
     * if at least one of the tests has a large enough N and NB, otherwise {@link #NEVER}. An N that the program is still to find counts as
     * large enough.
     *
     * @param choice the tests of the run
     */
    public static DeviceUse of(CaseChoice choice) {
        return choice.cases().stream().map(one -> of(choice.sized() ? Integer.MAX_VALUE : one.n(), one.nb()))
                .filter(use -> use == WHERE_FASTER).findAny().orElse(NEVER);
    }
}
