package hplhetero.results.compare;

import hplhetero.results.history.HistoryEntry;

/**
 * A case that both sets of results have.
 *
 * @param before  rates of the case in the older set
 * @param after   rates of the case in the newer set
 * @param change  change of the median rate, as a share of the older one; above 0 is faster; NaN where a side has no rate
 * @param noise   difference that repeated tests show anyhow, as a share of the older median rate: half the spread of each side, added; NaN
 *                where neither side was repeated
 * @param verdict what change and noise mean
 */
public record MatchedCase(Rates before, Rates after, double change, double noise, Verdict verdict) {

    /** The verdict of a comparison on one case. */
    public enum Verdict {
        FASTER("faster"), SLOWER("SLOWER"), WITHIN_NOISE("within noise"), WITHIN_TOLERANCE("within tolerance"),
        FAILS_NOW("FAILS now"), PASSES_NOW("passes now"), FAILS_STILL("fails in both");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        /**
         * Returns the words by which a report says how the newer results of a case compare with the older ones, such as
         * {@code within noise}.
         */
        public String label() {
            return label;
        }

        /** Returns whether this verdict means that the newer results of a case are worse, so that somebody should look into it. */
        public boolean isWorse() {
            return this == SLOWER || this == FAILS_NOW;
        }
    }

    /**
     * Compares the rates that a case has in two sets of results.
     *
     * @param before    rates in the older set
     * @param after     rates in the newer set
     * @param tolerance change of a rate, as a share of the older rate, up to which the case counts as unchanged
     */
    static MatchedCase of(Rates before, Rates after, double tolerance) {
        double change = after.median() / before.median() - 1;
        double noise = noise(before, after);
        return new MatchedCase(before, after, change, noise, verdict(before, after, change, noise, tolerance));
    }

    /** Returns the noise as a share of the older median rate. A side that was not repeated is taken to spread as the other side does. */
    private static double noise(Rates before, Rates after) {
        double old = before.halfSpread();
        double young = after.halfSpread();
        double both = Double.isNaN(old) ? 2 * young : Double.isNaN(young) ? 2 * old : old + young;
        return both / before.median();
    }

    private static Verdict verdict(Rates before, Rates after, double change, double noise, double tolerance) {
        if (!before.allGood()) {
            return after.allGood() ? Verdict.PASSES_NOW : Verdict.FAILS_STILL;
        }
        if (!after.allGood()) {
            return Verdict.FAILS_NOW;
        }
        if (Math.abs(change) <= noise) {
            return Verdict.WITHIN_NOISE;
        }
        // some machines report a rate of 0 for the smallest N: where both rates are 0, the change is NaN
        if (!(Math.abs(change) > tolerance)) {
            return Verdict.WITHIN_TOLERANCE;
        }
        return change > 0 ? Verdict.FASTER : Verdict.SLOWER;
    }

    /**
     * Returns the first test that the newer of the two compared sets of results has of this case, for fields such as N and NB that are
     * equal in all its tests.
     */
    public HistoryEntry sample() {
        return after.tests().getFirst().entry();
    }
}
