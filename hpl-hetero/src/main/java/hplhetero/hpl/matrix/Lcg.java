package hplhetero.hpl.matrix;

/**
 * Some number of steps of netlib's linear congruential generator at once: X := multiplier X + increment mod 2^64.
 * Source: HPL_rand, HPL_jumpit.
 */
record Lcg(long multiplier, long increment) {
    private static final Lcg ONE_STEP = new Lcg(6364136223846793005L, 1L);
    private static final long SEED = 100L;

    long next(long x) {
        return multiplier * x + increment;
    }

    /** This, then {@code other}. */
    private Lcg then(Lcg other) {
        return new Lcg(multiplier * other.multiplier, increment * other.multiplier + other.increment);
    }

    /** k steps; O(log k). */
    static Lcg steps(long k) {
        Lcg result = new Lcg(1, 0);
        Lcg power = ONE_STEP;
        for (long rest = k; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                result = result.then(power);
            }
            power = power.then(power);
        }
        return result;
    }

    /** X_k. */
    static long state(long k) {
        return steps(k).next(SEED);
    }

    /** The matrix element of state X: 0.5 - fl(X) / 2^64, X unsigned and rounded once. */
    static double value(long x) {
        // halved with a sticky last bit, X fits a signed long and rounds as the whole does
        double half = (double) ((x >>> 1) | (x & 1));
        double whole = (double) x;
        return 0.5 - (x >= 0 ? whole : 2.0 * half) * 0x1p-64;
    }
}
