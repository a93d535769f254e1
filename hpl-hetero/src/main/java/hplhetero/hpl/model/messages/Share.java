package hplhetero.hpl.model.messages;

/**
 * A part of what is sent, as a fraction in lowest terms: so that a seventh of some bytes is the same number wherever it is reckoned.
 *
 * @param part  &gt;= 0
 * @param whole &gt;= 1
 */
public record Share(long part, long whole) {

    /** In lowest terms. */
    static Share of(long part, long whole) {
        long divisor = part == 0 ? whole : greatestCommonDivisor(whole, part);
        return new Share(part / divisor, whole / divisor);
    }

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /** That part of some bytes. */
    public double of(double bytes) {
        return bytes * part / whole;
    }

    /** The fraction as a number. */
    public double value() {
        return (double) part / whole;
    }
}
