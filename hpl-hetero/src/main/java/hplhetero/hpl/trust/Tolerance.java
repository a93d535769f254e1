package hplhetero.hpl.trust;

/**
 * The largest difference between a sum of elements and the carried sum that rounding explains. Each of up to N updates of an element, and
 * each of up to N additions of the sum, is wrong by up to eps times the magnitudes that it works on; errors of either sign add up like a
 * random walk, and each row of U hands its own difference on to the rows below. In 10,000 healthy factorizations, the
 * difference was at most 5.8 times eps N times the largest magnitude met (docs/trust.md).
 */
final class Tolerance {
    /** Factor on eps times N times the largest magnitude. */
    static final double FACTOR = 32;
    /** Factor by which a tolerance is larger than what rounding does to all but a few rows. */
    static final double MARGIN = 8;
    private static final double EPSILON = 0x1p-53;
    /** Largest magnitude of netlib's random elements. */
    private static final double LARGEST_RANDOM = 0.5;

    private final int n;
    private double magnitude = LARGEST_RANDOM;

    /** Makes the tolerance for a matrix of order {@code n}. */
    Tolerance(int n) {
        this.n = n;
    }

    /** Forgets the magnitudes met, as a factorization begins. */
    void begin() {
        magnitude = LARGEST_RANDOM;
    }

    /** Returns the largest magnitude met. */
    double magnitude() {
        return magnitude;
    }

    /**
     * Returns the largest difference of plain sums that rounding explains; twice as much counts for weighted sums.
     *
     * @param largest largest magnitude in the row
     */
    double of(double largest) {
        return FACTOR * EPSILON * n * (largest > magnitude ? largest : magnitude);
    }

    /** Takes in the largest magnitude of a row that was found right. */
    void met(double largest) {
        magnitude = Math.max(magnitude, largest);
    }
}
