package hplhetero.run.terminal;

/** The exit codes of the program; 130 (Ctrl-C) and 143 (terminated) are the JVM's own. */
public final class ExitCode {
    /** Exit code when every test that was to be checked has passed. */
    public static final int OK = 0;
    /** Exit code when a test failed or was skipped, or the run broke. */
    public static final int FAILED = 1;
    /** Exit code when the input or the command line cannot be used, so that nothing was run. */
    public static final int USAGE = 2;
    /** Exit code after Ctrl-C, as shells give it. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {
    }
}
