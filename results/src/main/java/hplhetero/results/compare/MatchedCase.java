package hplhetero.results.compare;

import hplhetero.results.history.HistoryEntry;

/**
 * A case of both sets.
 *
 * @param before  its tests in the older set
 * @param after   in the newer one
 * @param change  of the median rate, as a share of the older; above 0: faster; NaN where a side has no rate
 * @param noise   what repeated tests differ by anyhow, as a share of the older median rate: half of each side's spread, added; NaN where
 *                neither side has repeated it
 * @param verdict what that means
 */
public record MatchedCase(Rates before, Rates after, double change, double noise, Verdict verdict) {

    /** What a comparison says of a case. */
    public enum Verdict {
        FASTER("faster"), SLOWER("SLOWER"), WITHIN_NOISE("within noise"), WITHIN_TOLERANCE("within tolerance"),
        FAILS_NOW("FAILS now"), PASSES_NOW("passes now"), FAILS_STILL("fails in both");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }

        /** Whether somebody should look into it. */
        public boolean isWorse() {
            return this == SLOWER || this == FAILS_NOW;
        }
    }

    static MatchedCase of(Rates before, Rates after, double tolerance) {
        double change = after.median() / before.median() - 1;
        double noise = noise(before, after);
        return new MatchedCase(before, after, change, noise, verdict(before, after, change, noise, tolerance));
    }

    /** A side that was not repeated is taken to spread as the other one does. */
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
        // the smallest N has a rate of 0 on some machines, and no share of that
        if (!(Math.abs(change) > tolerance)) {
            return Verdict.WITHIN_TOLERANCE;
        }
        return change > 0 ? Verdict.FASTER : Verdict.SLOWER;
    }

    /** One of its tests, for what is the same of all. */
    public HistoryEntry sample() {
        return after.tests().getFirst().entry();
    }
}
