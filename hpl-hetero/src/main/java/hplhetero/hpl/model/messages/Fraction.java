package hplhetero.hpl.model.messages;

/**
 * A part of what is sent, as a fraction in lowest terms: a seventh of some bytes is then one number wherever it is computed.
 *
 * @param part  numerator, &gt;= 0
 * @param whole denominator, &gt;= 1
 */
public record Fraction(long part, long whole) {

    /** Returns the fraction part / whole in lowest terms. */
    static Fraction of(long part, long whole) {
        long divisor = part == 0 ? whole : greatestCommonDivisor(whole, part);
        return new Fraction(part / divisor, whole / divisor);
    }

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /** Returns how many bytes this fraction of {@code bytes} bytes is. */
    public double of(double bytes) {
        return bytes * part / whole;
    }

    /** Returns this fraction as a number: part / whole. */
    public double value() {
        return (double) part / whole;
    }
}
