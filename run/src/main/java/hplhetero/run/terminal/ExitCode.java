package hplhetero.run.terminal;

/** How the program ends; 130 (Ctrl-C) and 143 (terminated) are the JVM's own. */
public final class ExitCode {
    /** Every test that was to be checked has passed. */
    public static final int OK = 0;
    /** A test failed or was skipped, or the run broke. */
    public static final int FAILED = 1;
    /** The input or the command line cannot be used: nothing was run. */
    public static final int USAGE = 2;

    private ExitCode() {
    }
}
