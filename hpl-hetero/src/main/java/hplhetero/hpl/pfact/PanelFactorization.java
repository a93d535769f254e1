package hplhetero.hpl.pfact;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.timing.PhaseTimers;

/**
 * Recursive LU factorization of a panel with partial pivoting. Collective over the process column. Every rank keeps a copy of L1 and does
 * the work on it redundantly. Costs m jb^2 - jb^3 / 3 flop. Source: HPL_pdrpanrlN and HPL_pdpanrlN, with their left-looking and Crout
 * variants.
 */
public final class PanelFactorization {
    /**
     * The variant that factors columns in the order of a device. Ranks of a process column take it where devices of some of them factor
     * their rows: a row that is traded must be up to date in all columns alike, whoever offers it.
     */
    public static final PanelVariant DEVICE_ORDER = new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT,
            PanelUpdate.COLUMNS_AT_ONCE);

    private final DenseKernels kernels;
    private final PanelVariant variant;
    private final PhaseTimers timers;

    /**
     * Makes the factorization of panels by a variant.
     *
     * @param kernels kernels that compute
     * @param variant the recursion, and what is done at its end
     * @param timers  add up the time of the factorization, as time of worker 0
     */
    public PanelFactorization(DenseKernels kernels, PanelVariant variant, PhaseTimers timers) {
        this.kernels = kernels;
        this.variant = variant;
        this.timers = timers;
    }

    /**
     * Factors the whole panel: P A = (L1; L2) U. Collective over the process column.
     *
     * @param block    the panel as this rank sees it
     * @param pivoting the pivot search of the process column
     * @return 1 + the first column of the matrix without a pivot, or 0
     */
    public int factor(PanelBlock block, Pivoting pivoting) {
        return new Run(block, pivoting).whole();
    }

    /** The recursion over one panel. In the formulas A holds the rank's rows below those factored, and columns are those of the panel. */
    private final class Run {
        private final PanelBlock block;
        private final Pivoting pivoting;
        private int zeroPivot;
        private long clock = timers.now();

        Run(PanelBlock block, Pivoting pivoting) {
            this.block = block;
            this.pivoting = pivoting;
        }

        int whole() {
            recurse(0, block.l1().cols());
            clock = timers.add(0, Phase.FACTORIZATION, clock);
            return zeroPivot;
        }

        private void recurse(int c0, int c1) {
            int n = c1 - c0;
            if (n <= variant.nbmin()) {
                columns(c0, c1);
                return;
            }
            int units = Math.ceilDiv(n, variant.nbmin());
            int step = Math.ceilDiv(units, variant.ndiv()) * variant.nbmin();
            for (int c = c0; c < c1; c += step) {
                int to = Math.min(c1, c + step);
                switch (variant.rfact()) {
                    case LEFT -> {
                        solveL1(c0, c, c, to);
                        updateRows(c0, c, c, to);
                        recurse(c, to);
                    }
                    case CROUT -> {
                        updateRows(c0, c, c, to);
                        recurse(c, to);
                        updateL1(c0, c, to, c1);
                        solveL1(c, to, to, c1);
                    }
                    case RIGHT -> {
                        recurse(c, to);
                        solveL1(c, to, to, c1);
                        updateRows(c, to, to, c1);
                    }
                }
            }
        }

        /** Solves for a part of U in L1: L1[p0..p1, to..c1] := (unit lower L1[p0..p1, p0..p1])^-1 L1[p0..p1, to..c1]. */
        private void solveL1(int p0, int p1, int to, int c1) {
            if (p1 > p0 && c1 > to) {
                kernels.dtrsm(Side.LEFT, Triangle.LOWER, Transpose.NO, Diagonal.UNIT, 1.0,
                        block.l1().window(p0, p0, p1 - p0, p1 - p0), block.l1().window(p0, to, p1 - p0, c1 - to));
            }
        }

        /** Updates the rows that are still to be factored: A[:, to..c1] -= A[:, p0..p1] L1[p0..p1, to..c1]. */
        private void updateRows(int p0, int p1, int to, int c1) {
            int from = block.firstRow(p1);
            MatrixRef a = block.rows();
            int m = a.rows() - from;
            if (p1 > p0 && c1 > to && m > 0) {
                kernels.dgemm(Transpose.NO, Transpose.NO, -1.0, a.window(from, p0, m, p1 - p0),
                        block.l1().window(p0, to, p1 - p0, c1 - to), 1.0, a.window(from, to, m, c1 - to));
            }
        }

        /** Updates rows of L1: L1[c..to, to..c1] -= L1[c..to, c0..c] L1[c0..c, to..c1]. */
        private void updateL1(int c0, int c, int to, int c1) {
            if (c > c0 && c1 > to) {
                MatrixRef l1 = block.l1();
                kernels.dgemm(Transpose.NO, Transpose.NO, -1.0, l1.window(c, c0, to - c, c - c0),
                        l1.window(c0, to, c - c0, c1 - to), 1.0, l1.window(c, to, to - c, c1 - to));
            }
        }

        /** Factors columns c0 .. c1 - 1 one after another, at the end of the recursion. */
        private void columns(int c0, int c1) {
            for (int j = c0; j < c1; j++) {
                switch (variant.pfact()) {
                    case LEFT -> {
                        solveColumn(c0, j);
                        updateColumn(c0, j);
                        pivotAndScale(j, c0, c1);
                    }
                    case CROUT -> {
                        updateColumn(c0, j);
                        pivotAndScale(j, c0, c1);
                        updateRow(c0, j, c1);
                    }
                    case RIGHT -> {
                        if (kernels instanceof SharedKernels shared) {
                            eliminate(shared, j, c0, c1);
                        } else {
                            pivotAndScale(j, c0, c1);
                            updateRight(j, c1);
                        }
                    }
                }
            }
            clock = timers.add(0, Phase.FACTORIZATION, clock);
            pivoting.swapOthers(block, c0, c1);
            clock = timers.add(0, Phase.PIVOTING, clock);
        }

        /**
         * Finds the pivot of column {@code j}.
         *
         * @return the pivot, 0 where the column has none
         */
        private double pivot(int j, int c0, int c1) {
            clock = timers.add(0, Phase.FACTORIZATION, clock);
            double pivot = pivoting.pivot(block, j, c0, c1);
            clock = timers.add(0, Phase.PIVOTING, clock);
            if (pivot == 0 && zeroPivot == 0) {
                zeroPivot = 1 + block.k() * block.nb() + j;
            }
            return pivot;
        }

        /**
         * Does a whole right-looking step with column {@code j} in one shared call, since the cost of sharing does not depend on the amount
         * of work.
         */
        private void eliminate(SharedKernels shared, int j, int c0, int c1) {
            double pivot = pivot(j, c0, c1);
            if (pivot == 0) {
                updateRight(j, c1);
                return;
            }
            int from = block.firstRow(j + 1);
            int m = block.rows().rows() - from;
            if (m > 0) {
                pivoting.found(shared.eliminate(pivot, block.rows().column(from, j, m), block.l1().row(j, j + 1, c1 - j - 1),
                        block.rows().window(from, j + 1, m, c1 - j - 1)));
            }
        }

        private void pivotAndScale(int j, int c0, int c1) {
            double pivot = pivot(j, c0, c1);
            if (pivot == 0) {
                return;
            }
            int from = block.firstRow(j + 1);
            kernels.dscal(1.0 / pivot, block.rows().column(from, j, block.rows().rows() - from));
        }

        /** Solves for U's part of column j: L1[c0..j, j] := (unit lower L1[c0..j, c0..j])^-1 L1[c0..j, j]. */
        private void solveColumn(int c0, int j) {
            if (j > c0) {
                kernels.dtrsv(Triangle.LOWER, Transpose.NO, Diagonal.UNIT, block.l1().window(c0, c0, j - c0, j - c0),
                        block.l1().column(c0, j, j - c0));
            }
        }

        /** Updates column j: A[:, j] -= A[:, c0..j] L1[c0..j, j]. */
        private void updateColumn(int c0, int j) {
            int from = block.firstRow(j);
            int m = block.rows().rows() - from;
            if (j > c0 && m > 0) {
                kernels.dgemv(Transpose.NO, -1.0, block.rows().window(from, c0, m, j - c0), block.l1().column(c0, j, j - c0),
                        1.0, block.rows().column(from, j, m));
            }
        }

        /** Updates row j of L1 right of the diagonal: L1[j, j+1..c1] -= L1[j, c0..j] L1[c0..j, j+1..c1]. */
        private void updateRow(int c0, int j, int c1) {
            if (j > c0 && c1 > j + 1) {
                kernels.dgemv(Transpose.YES, -1.0, block.l1().window(c0, j + 1, j - c0, c1 - j - 1), block.l1().row(j, c0, j - c0),
                        1.0, block.l1().row(j, j + 1, c1 - j - 1));
            }
        }

        /** Updates the columns right of column j: A[:, j+1..c1] -= A[:, j] L1[j, j+1..c1]. */
        private void updateRight(int j, int c1) {
            int from = block.firstRow(j + 1);
            int m = block.rows().rows() - from;
            if (c1 > j + 1 && m > 0) {
                kernels.dger(-1.0, block.rows().column(from, j, m), block.l1().row(j, j + 1, c1 - j - 1),
                        block.rows().window(from, j + 1, m, c1 - j - 1));
            }
        }
    }
}
