package hplhetero.run.help;

/** The headings of options, in the order in which they are shown. */
public enum Topic {
    TESTS("The tests"),
    ALGORITHM("The algorithm"),
    QUESTION("The task"),
    PLAN("The plan: who owns which block"),
    RUN("A whole HPL run"),
    SELECTOR("The selector"),
    NETWORK("The network"),
    COSTS("What messages cost"),
    KERNELS("Kernels and threads"),
    RANKS("Ranks and hosts"),
    OUTPUT("Output");

    private final String title;

    /**
     * Makes a heading of options.
     *
     * @param title the text of the heading
     */
    Topic(String title) {
        this.title = title;
    }

    /** Returns the text of the heading, as help shows it. */
    String title() {
        return title;
    }
}
