package hplhetero.hpl.result;

/** How a test ended. */
public enum CheckStatus {
    PASSED, FAILED,
    /** Completed; the threshold asked for no check. */
    UNCHECKED,
    /** Not run: some rank could not get its memory, or the values were not usable. */
    SKIPPED,
    /** Solved; the check comes next, or the run ended in it. */
    CHECKING
}
