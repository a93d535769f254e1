package hplhetero.run.check.rules;

/**
 * Something that is not as it should be.
 *
 * @param severity how bad it is
 * @param where    host, hosts or pair
 * @param what     seen, with its values
 * @param remedy   what to do about it
 */
public record Problem(Severity severity, String where, String what, String remedy) {

    /** How bad it is. */
    public enum Severity {
        /** A run would fail, or be slower than it has to be. */
        TROUBLE,
        /** Worth knowing. */
        NOTE
    }

    /** In one line. */
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
