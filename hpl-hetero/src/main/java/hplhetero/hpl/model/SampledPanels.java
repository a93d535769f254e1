package hplhetero.hpl.model;

/** The rule for which panels of a run are replayed. */
final class SampledPanels {
    /** Number of panels that are replayed where a run has very many. */
    private static final int SAMPLED_PANELS = 300;
    /** Number of panels below which all panels of a run are replayed. */
    private static final int FEWEST_PANELS_TO_SAMPLE = 4 * SAMPLED_PANELS;
    /**
     * Least number of panels that may be replayed to find a good stride. A stride after which columns follow each other as they do after
     * one step may be longer than {@link #SAMPLED_PANELS} allows, down to this number of panels. Where there is no such stride, all panels
     * are replayed.
     */
    private static final int LEAST_SAMPLED_PANELS = 100;
    /** Least number of panels that may be replayed to find a good stride where replaying all panels would take too long. */
    private static final int LEAST_OF_MANY_CELLS = 30;
    /** Most cells x panels of which all are replayed where no stride will do. */
    private static final double MOST_CELL_PANELS = 4e6;

    private SampledPanels() {
    }

    /**
     * Returns the distance between panels that are replayed. Where there are very many panels, one step differs little from the next, so
     * every seventh, say, tells what all take. But the rank that factors the next replayed panel must be the one that does so after one
     * step: on a ring it gets this panel first, others factor late. So the stride is one after which columns follow each other as they do
     * after one step, on a cyclic map one more than a multiple of Q. The owners of replayed panels are as mixed as those of all panels if
     * the stride has no divisor in common with the sides of the grid.
     */
    static int stride(ModelInputs inputs) {
        int panels = inputs.map.panels();
        if (panels < FEWEST_PANELS_TO_SAMPLE) {
            return 1;
        }
        // odd, so that as many panels are left out before a replayed one as behind it
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

    /** Returns the share of panels for which the panel a stride on lies in the virtual column of the next panel. */
    private static double alike(int[] kappa, int panels, int stride) {
        int alike = 0;
        for (int k = 0; k + stride < panels; k++) {
            alike += kappa[k + stride] == kappa[k + 1] ? 1 : 0;
        }
        return alike / (double) (panels - stride);
    }

    /** Returns the next odd number, from {@code stride} on, that has no divisor in common with the sides of the grid. */
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
