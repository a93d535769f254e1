package hplhetero.hpl.matrix;

/**
 * Some number of steps of netlib's linear congruential generator done at once: X := multiplier X + increment mod 2^64. Source: HPL_rand,
 * HPL_jumpit.
 *
 * @param multiplier factor of X
 * @param increment  summand
 */
record Lcg(long multiplier, long increment) {
    private static final Lcg ONE_STEP = new Lcg(6364136223846793005L, 1L);
    private static final long SEED = 100L;

    /**
     * Returns the state of the generator after these steps.
     *
     * @param x state before the steps
     */
    long next(long x) {
        return multiplier * x + increment;
    }

    /** Returns the steps of this generator followed by the steps of {@code other}. */
    private Lcg then(Lcg other) {
        return new Lcg(multiplier * other.multiplier, increment * other.multiplier + other.increment);
    }

    /** Returns {@code k} steps of netlib's generator as one. O(log k). */
    static Lcg steps(long k) {
        Lcg result = new Lcg(1, 0);
        Lcg power = ONE_STEP;
        for (long bits = k; bits != 0; bits >>>= 1) {
            if ((bits & 1) != 0) {
                result = result.then(power);
            }
            power = power.then(power);
        }
        return result;
    }

    /** Returns X_k, the state after {@code k} steps from netlib's seed. */
    static long state(long k) {
        return steps(k).next(SEED);
    }

    /** Returns the matrix element made of state X: 0.5 - fl(X) / 2^64, where X is unsigned and fl rounds it once to double. */
    static double value(long x) {
        // Halved, with the lost bit kept in the last one, X fits a signed long and rounds as X itself would.
        double half = (double) ((x >>> 1) | (x & 1));
        double whole = (double) x;
        return 0.5 - (x >= 0 ? whole : 2.0 * half) * 0x1p-64;
    }
}
