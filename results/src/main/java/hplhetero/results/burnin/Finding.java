package hplhetero.results.burnin;

/**
 * Something that was found on a host or on a link.
 *
 * @param cause    the likely cause
 * @param bad      whether the host or link is bad because of it; otherwise the finding is only worth knowing
 * @param measured the number that was measured, in the unit that the words tell; NaN where there is none
 * @param usual    the number that was expected instead, in the same unit; NaN where there is none
 * @param words    what was found, one line with its numbers
 */
public record Finding(Cause cause, boolean bad, double measured, double usual, String words) {
    /** Returns a finding that makes a host or link bad. The parameters are the record's components. */
    static Finding bad(Cause cause, double measured, double usual, String words) {
        return new Finding(cause, true, measured, usual, words);
    }

    /** Returns a finding that is worth knowing and leaves the host good. The parameters are the record's components. */
    static Finding note(Cause cause, double measured, double usual, String words) {
        return new Finding(cause, false, measured, usual, words);
    }
}
