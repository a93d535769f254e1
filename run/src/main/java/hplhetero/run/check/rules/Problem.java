package hplhetero.run.check.rules;

/**
 * Something that is not as it should be.
 *
 * @param severity how bad the problem is
 * @param where    the host, the hosts or the pair with the problem
 * @param what     what was seen, with its values
 * @param remedy   what to do about it
 */
public record Problem(Severity severity, String where, String what, String remedy) {

    /** The level of a problem, worst first. */
    public enum Severity {
        /** A problem that would make a run fail, or slower than it has to be. */
        TROUBLE,
        /** An observation that is worth knowing. */
        NOTE
    }

    /** Returns the problem in one line. */
    public String line() {
        return where + ": " + what + "; " + remedy;
    }

    static Problem trouble(String where, String what, String remedy) {
        return new Problem(Severity.TROUBLE, where, what, remedy);
    }

    static Problem note(String where, String what, String remedy) {
        return new Problem(Severity.NOTE, where, what, remedy);
    }
}
