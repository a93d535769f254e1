package hplhetero.hpl.result;

/** The outcome of a test. */
public enum CheckStatus {
    PASSED, FAILED,
    /** The test was solved; its threshold asked for no check. */
    UNCHECKED,
    /** The test was not run: some rank could not get its memory, or the values were not usable. */
    SKIPPED,
    /** The test was solved. Its check comes next, or the run ended during the check. */
    CHECKING
}
