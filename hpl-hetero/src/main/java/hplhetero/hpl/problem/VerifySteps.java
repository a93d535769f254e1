package hplhetero.hpl.problem;

import java.util.Locale;

/** How much of a factorization is tested while it runs. */
public enum VerifySteps {
    /** No test; the matrix carries no checksums. */
    NO,
    /** Tests that cost at most 2 % of the run, in operations and in bytes of memory. */
    SAMPLE,
    /** Tests of all that can be tested after each panel, so that a wrong element is met before the next panel spreads it. */
    ALL;

    /** Returns the word by which options and files name this value. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
