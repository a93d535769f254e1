package hplhetero.hpl.model.messages;

/**
 * A part of what is sent, as a fraction in lowest terms: a seventh of some bytes is then one number wherever it is computed.
 *
 * @param part  numerator, &gt;= 0
 * @param whole denominator, &gt;= 1
 */
public record Share(long part, long whole) {

    /** Returns the fraction part / whole in lowest terms. */
    static Share of(long part, long whole) {
        long divisor = part == 0 ? whole : greatestCommonDivisor(whole, part);
        return new Share(part / divisor, whole / divisor);
    }

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /** Returns how many bytes this share of {@code bytes} bytes is. */
    public double of(double bytes) {
        return bytes * part / whole;
    }

    /** Returns this share as a number: part / whole. */
    public double value() {
        return (double) part / whole;
    }
}
