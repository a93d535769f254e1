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

    /**
     * Returns a problem that would make a run fail, or slower than it has to be.
     *
     * @param where  the host, the hosts or the pair with the problem
     * @param what   what was seen, with its values
     * @param remedy what to do about it
     */
    static Problem trouble(String where, String what, String remedy) {
        return new Problem(Severity.TROUBLE, where, what, remedy);
    }

    /**
     * Returns an observation that is worth knowing, but is no trouble.
     *
     * @param where  the host, the hosts or the pair observed
     * @param what   what was seen, with its values
     * @param remedy what could be done about it
     */
    static Problem note(String where, String what, String remedy) {
        return new Problem(Severity.NOTE, where, what, remedy);
    }
}
