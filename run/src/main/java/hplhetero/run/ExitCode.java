package hplhetero.run;

/** How the program ends; 130 (Ctrl-C) and 143 (terminated) are the JVM's own. */
final class ExitCode {
    /** Every test that was to be checked has passed. */
    static final int OK = 0;
    /** A test failed or was skipped, or the run broke. */
    static final int FAILED = 1;
    /** The input or the command line cannot be used: nothing was run. */
    static final int USAGE = 2;

    private ExitCode() {
    }
}
