package hplhetero.run.cases;

import hplhetero.blas.select.DeviceShapes.Shape;
import java.util.Comparator;
import java.util.List;

/**
 * The choice of NB for a single rank whose device updates and factors panels, where nobody gave NB: by the measured rates of products and
 * panels of some widths; see docs/decisions/0088.
 */
public final class MeasuredBlockSize {
    /** The largest order of the matrix to measure on: 512 MiB. */
    static final int MOST_ORDER = 8_192;
    private static final List<Integer> CANDIDATES = List.of(256, 384, 512, 768, 1_024);
    /** The fewest blocks on a side of the matrix: with fewer, the first and the last panels take much of the time. */
    private static final int LEAST_BLOCKS = 32;
    /** Seconds that measuring takes, roughly. */
    private static final double MEASURING_SECONDS = 0.5;
    /** The largest share of a run's time that is spent on measuring. */
    private static final double MOST_SHARE = 0.05;
    /** Number of matrices of NB columns, and of as many rows as A, that an update has on the device for each panel in use. */
    private static final int MATRICES_OF_A_PANEL = 3;

    private MeasuredBlockSize() {
    }

    /**
     * Returns whether measuring takes a small part of a run's time.
     *
     * @param flops  floating-point operations of the run
     * @param gflops rate that the run may reach, in GFLOPS
     */
    public static boolean pays(double flops, double gflops) {
        return MEASURING_SECONDS <= MOST_SHARE * flops / (gflops * 1e9);
    }

    /**
     * Returns the NBs to measure.
     *
     * @param n     order of A
     * @param depth look-ahead depth
     * @param bytes bytes of the device's memory for panels and U
     */
    public static List<Integer> candidates(int n, int depth, long bytes) {
        return CANDIDATES.stream().filter(nb -> nb <= n / LEAST_BLOCKS
                && 8L * MATRICES_OF_A_PANEL * n * nb * (depth + 1) <= bytes).toList();
    }

    /** Returns the order of the matrix to measure on, for a run with a matrix of order {@code n}. */
    public static int order(int n) {
        return Math.min(n, MOST_ORDER);
    }

    /**
     * Returns the width with which a run takes the shortest time.
     *
     * @param n      order of A
     * @param shapes rates of products and panels, at least one; each has a rate of panels
     */
    public static int fastest(int n, List<Shape> shapes) {
        return shapes.stream().min(Comparator.comparingDouble(shape -> seconds(n, shape))).orElseThrow().width();
    }

    /**
     * Returns the seconds of a run with look-ahead: the first panel, then in each step the update or, where that takes longer, the next
     * panel. Products and panels of all sizes count with their measured rates.
     */
    static double seconds(int n, Shape shape) {
        int nb = shape.width();
        double seconds = panel(n, shape);
        for (int m = n - nb; m > 0; m -= nb) {
            double flops = 2.0 * m * m * nb + (double) m * nb * nb;
            seconds += Math.max(flops / (1e9 * shape.update()), panel(m, shape));
        }
        return seconds;
    }

    private static double panel(int rows, Shape shape) {
        double nb = Math.min(rows, shape.width());
        return (rows * nb * nb - nb * nb * nb / 3) / (1e9 * shape.panel().orElseThrow());
    }
}
