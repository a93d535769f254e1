package hplhetero.hpl.plan.model;

/** Which panels of a run are replayed. */
final class SampledPanels {
    /** So many panels are replayed of very many, ... */
    private static final int SAMPLED_PANELS = 300;
    /** ... and all of fewer than this. */
    private static final int FEWEST_PANELS_TO_SAMPLE = 4 * SAMPLED_PANELS;

    private SampledPanels() {
    }

    /**
     * Every how manyth. Where there are very many panels, one step differs little from the next, and every seventh, say, tells what all
     * take. The owners of those replayed are as mixed as all panels' if the stride has no divisor in common with the sides of the grid.
     */
    static int stride(ModelInputs inputs) {
        int panels = inputs.map.panels();
        // odd: so that as many are left out before as behind
        int stride = panels < FEWEST_PANELS_TO_SAMPLE ? 1 : panels / SAMPLED_PANELS | 1;
        while (greatestCommonDivisor(stride, inputs.rows()) > 1 || greatestCommonDivisor(stride, inputs.columns()) > 1) {
            stride += 2;
        }
        return stride;
    }

    private static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
