package hplhetero.hpl.trust;

import hplhetero.blas.MatrixRef;
import hplhetero.comm.Collectives;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.result.StepFinding;
import hplhetero.hpl.swap.RowPermutation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The test of a factored panel: P A x against L (U x) for a random vector x. An error in L escapes the sums of rows, since all columns are
 * then updated with the same wrong L. Each rank of the process column tests the rows that it owns, and its copy of L1; they exchange the
 * products of the rows that the pivots have moved. Source: Freivalds 1979. Owner: the rank's thread.
 */
public final class PanelTest {
    private static final double EPSILON = 0x1p-53;
    /** Factor on eps times the panel's columns times the magnitudes, nine times what was measured of healthy panels (docs/trust.md). */
    private static final double FACTOR = 16;
    private static final long SEED = 1979;

    private final int nb;
    private final Collectives.Allreduce sum;
    private final ProgressLoop progress;
    private final PanelFaults faults;
    private final double[] x;
    /** Elements of U x for the panel's rows. */
    private final double[] ux;
    /** Products A x of this rank's rows before the panel was factored, indexed by row of the panel. */
    private final double[] before;
    /** Products L (U x) of this rank's rows, indexed by row of the panel. */
    private final double[] products;
    /** Products of the rows that become rows of U, then those of the rows that stood in the panel's block row. */
    private final MemorySegment moved;
    private final RowPermutation permutation;
    private double largest;

    /**
     * Takes the memory of the tests of one local matrix' panels.
     *
     * @param column   collectives of the process column; null when it has one rank
     * @param nb       columns of the widest panel
     * @param rows     most rows of a panel on this rank
     * @param tag      message tag of the exchange
     * @param progress polled while the exchange is on its way
     * @param faults   hears of errors
     * @param arena    arena that the memory is taken from
     */
    public PanelTest(Collectives column, int nb, int rows, int tag, ProgressLoop progress, PanelFaults faults, Arena arena) {
        this.nb = nb;
        this.progress = progress;
        this.faults = faults;
        moved = arena.allocate(2L * nb * Double.BYTES, 64);
        sum = column == null ? null : column.allreduce(moved.byteSize(), PanelTest::add, tag);
        x = new double[nb];
        ux = new double[nb];
        before = new double[rows];
        products = new double[rows];
        permutation = new RowPermutation(nb);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int c = 0; c < nb; c++) {
            x[c] = (random.nextBoolean() ? 1 : -1) * random.nextDouble(0.5, 1);
        }
    }

    private static void add(MemorySegment inout, MemorySegment in) {
        for (long i = 0; i < inout.byteSize() / Double.BYTES; i++) {
            inout.setAtIndex(ValueLayout.JAVA_DOUBLE, i,
                    inout.getAtIndex(ValueLayout.JAVA_DOUBLE, i) + in.getAtIndex(ValueLayout.JAVA_DOUBLE, i));
        }
    }

    /**
     * Multiplies the panel with x, before it is factored. Reads the panel once.
     *
     * @param rows rows of the panel on this rank, from its block row down, column-major
     */
    public void before(MatrixRef rows) {
        largest = multiply(rows, 0, x, before);
    }

    /** Sets {@code y} to the product of rows from {@code from} on with {@code by}; returns the largest magnitude among these rows. */
    private static double multiply(MatrixRef rows, int from, double[] by, double[] y) {
        double most = 0;
        Arrays.fill(y, from, rows.rows(), 0);
        for (int c = 0; c < rows.cols(); c++) {
            for (int i = from; i < rows.rows(); i++) {
                double a = rows.get(i, c);
                y[i] += a * by[c];
                most = Math.max(most, Math.abs(a));
            }
        }
        return most;
    }

    /**
     * Tests the panel after it was factored. Reads the panel once. Collective over the process column.
     *
     * @param k      number of the panel
     * @param rows   rows of the panel on this rank, from its block row down, column-major; L below the block row
     * @param l1     jb x jb, column-major: unit lower L, and U
     * @param ipiv   global row swapped with row i of the panel
     * @param blocks block rows of the rank
     */
    public void after(int k, MatrixRef rows, MatrixRef l1, int[] ipiv, BlockList blocks) {
        int jb = l1.cols();
        permutation.set(k * nb, ipiv, jb);
        exchange(k, jb, blocks);
        double most = multiplyU(l1);
        testTop(k, l1, most);
        testBelow(k, rows, blocks, most);
    }

    private void exchange(int k, int jb, BlockList blocks) {
        moved.fill((byte) 0);
        for (int i = 0; i < jb; i++) {
            offer(permutation.uSource(i), i, k, blocks);
            offer(k * nb + i, nb + i, k, blocks);
        }
        if (sum != null) {
            sum.start(moved);
            progress.until(sum);
        }
    }

    private void offer(int row, int at, int k, BlockList blocks) {
        if (blocks.owns(row / nb)) {
            moved.setAtIndex(ValueLayout.JAVA_DOUBLE, at, before[blocks.local(row) - blocks.start(k)]);
        }
    }

    /** Sets {@link #ux} to U x; returns the largest magnitude of its elements. */
    private double multiplyU(MatrixRef l1) {
        double most = 0;
        for (int i = 0; i < l1.cols(); i++) {
            double sumOfRow = 0;
            for (int c = i; c < l1.cols(); c++) {
                sumOfRow += l1.get(i, c) * x[c];
            }
            ux[i] = sumOfRow;
            most = Math.max(most, Math.abs(sumOfRow));
        }
        return most;
    }

    private void testTop(int k, MatrixRef l1, double most) {
        for (int i = 0; i < l1.cols(); i++) {
            double product = ux[i];
            for (int c = 0; c < i; c++) {
                product += l1.get(i, c) * ux[c];
            }
            test(k, k * nb + i, moved.getAtIndex(ValueLayout.JAVA_DOUBLE, i), product, l1.cols(), most);
        }
    }

    private void testBelow(int k, MatrixRef rows, BlockList blocks, double most) {
        for (int m = 0; m < permutation.moves(); m++) {
            int to = permutation.moveTo(m);
            if (blocks.owns(to / nb)) {
                before[blocks.local(to) - blocks.start(k)] = moved.getAtIndex(ValueLayout.JAVA_DOUBLE,
                        nb + permutation.moveFrom(m) - k * nb);
            }
        }
        int own = blocks.start(k + 1) - blocks.start(k);
        multiply(rows, own, ux, products);
        for (int i = own; i < rows.rows(); i++) {
            test(k, blocks.global(blocks.start(k) + i), before[i], products[i], rows.cols(), most);
        }
    }

    private void test(int k, int row, double was, double is, int jb, double most) {
        double tolerated = FACTOR * EPSILON * (jb + 1) * (largest + most);
        // The comparison is written so that what is not a number, or infinite, is an error.
        if (!(Math.abs(was - is) <= tolerated && tolerated < Double.POSITIVE_INFINITY)) {
            faults.met(StepFinding.Kind.PANEL, k, row, Math.abs(was - is), tolerated);
        }
    }
}
