package hplhetero.hpl.model;

/** Which panels of a run are replayed. */
final class SampledPanels {
    /** So many panels are replayed of very many, ... */
    private static final int SAMPLED_PANELS = 300;
    /** ... and all of fewer than this. */
    private static final int FEWEST_PANELS_TO_SAMPLE = 4 * SAMPLED_PANELS;
    /** Rather fewer are replayed than such as follow each other otherwise than all do, but not fewer than this: all are then. */
    private static final int LEAST_SAMPLED_PANELS = 100;
    /** The same where all are too many. */
    private static final int LEAST_OF_MANY_CELLS = 30;
    /** Cells x panels that are all replayed where no stride will do. */
    private static final double MOST_CELL_PANELS = 4e6;

    private SampledPanels() {
    }

    /**
     * Every how manyth. Where there are very many panels, one step differs little from the next, and every seventh, say, tells what all
     * take. But who factors the next panel must be the one who does so after one step: on a ring it gets this panel first, others
     * factor late. So the stride is one after which the columns follow each other as they do after one step, on a cyclic map one more
     * than a multiple of Q. The owners of those replayed are as mixed as all panels' if the stride has no divisor in common with the
     * sides of the grid.
     */
    static int stride(ModelInputs inputs) {
        int panels = inputs.map.panels();
        if (panels < FEWEST_PANELS_TO_SAMPLE) {
            return 1;
        }
        // odd: so that as many are left out before as behind
        int least = mixing(panels / SAMPLED_PANELS | 1, inputs);
        int best = least;
        double most = 0;
        boolean few = (double) panels * inputs.owner.length <= MOST_CELL_PANELS;
        int longest = panels / (few ? LEAST_SAMPLED_PANELS : LEAST_OF_MANY_CELLS);
        for (int stride = least; stride <= longest; stride = mixing(stride + 2, inputs)) {
            double alike = alike(inputs.map.kappa(), panels, stride);
            if (alike > most) {
                most = alike;
                best = stride;
            }
        }
        return most == 0 && few ? 1 : best;
    }

    /** Of how many panels the one a stride on lies in the column of the next one, in proportion. */
    private static double alike(int[] kappa, int panels, int stride) {
        int alike = 0;
        for (int k = 0; k + stride < panels; k++) {
            alike += kappa[k + stride] == kappa[k + 1] ? 1 : 0;
        }
        return alike / (double) (panels - stride);
    }

    /** The next odd number from {@code stride} on that has no divisor in common with the sides of the grid. */
    private static int mixing(int stride, ModelInputs inputs) {
        int mixing = stride;
        while (greatestCommonDivisor(mixing, inputs.rows()) > 1 || greatestCommonDivisor(mixing, inputs.columns()) > 1) {
            mixing += 2;
        }
        return mixing;
    }

    private static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
