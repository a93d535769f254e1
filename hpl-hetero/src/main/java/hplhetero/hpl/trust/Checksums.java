package hplhetero.hpl.trust;

import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.matrix.MatrixGenerator;
import java.lang.foreign.ValueLayout;

/**
 * The checksums of [A | b]: for each virtual column q two further columns, the plain sums s_q and the weighted sums w_q of the columns of
 * [A | b] that lie in q. The virtual column behind q carries them, the first one those of the last. So an error of one rank does not spoil
 * a row and its sums alike, unless the rank owns both cells. Sums are swapped, solved and updated as columns of the matrix are, and stay
 * the sums of what the updates leave: a row of the trailing matrix, or a row of U from its diagonal element on. Source: Huang and Abraham
 * 1984.
 *
 * @param map a map whose virtual columns carry {@link #COLUMNS} columns
 */
public record Checksums(BlockMap map) {
    /** Number of columns that each virtual column carries: plain sums, then weighted sums. */
    public static final int COLUMNS = 2;

    /** Returns the virtual column whose sums virtual column {@code c} carries. */
    public int summed(int c) {
        return Math.floorMod(c - 1, map.grid().cols());
    }

    /** Returns the virtual column that carries the sums of virtual column {@code q}. */
    public int carrier(int q) {
        return (q + 1) % map.grid().cols();
    }

    /**
     * Returns the weight by which an element counts in a weighted sum, more than 1 and at most 2. Weights of different columns differ, and
     * are numbers that double holds exactly.
     *
     * @param j global column of the element, 0 .. N
     */
    public double weight(int j) {
        return 1 + (j + 1) * step();
    }

    /** Returns the global column whose weight is nearest to {@code weight}, or -1 where that is no column, or not a number. */
    int column(double weight) {
        double j = Math.rint((weight - 1) / step()) - 1;
        return j >= 0 && j <= map.n() ? (int) j : -1;
    }

    /** Returns the difference of the weights of neighbouring columns, a power of two. */
    double step() {
        return 1.0 / (Integer.highestOneBit(Math.max(1, map.n())) * 2L);
    }

    /**
     * Fills the carried columns of one block row of a local matrix with the sums of netlib's elements, which are generated for this. Sums
     * are rounded once. Blocks may be filled in any order, or at once.
     *
     * @param a    local matrix on this record's map
     * @param part index of the block row among those of the local matrix
     */
    public void fill(LocalMatrix a, int part) {
        BlockList rows = a.rows();
        int first = rows.start(rows.block(part));
        int count = rows.start(rows.block(part) + 1) - first;
        MatrixGenerator generator = new MatrixGenerator(map.n());
        ExactSum[] plain = ExactSum.zeros(count);
        ExactSum[] weighted = ExactSum.zeros(count);
        double[] column = new double[count];
        BlockList cols = map.cols(summed(a.column()));
        for (int b = 0; b < cols.blockCount(); b++) {
            int from = cols.start(cols.block(b));
            MatrixGenerator.Columns columns = generator.new Columns(rows.global(first), cols.global(from), count);
            for (int j = from; j < cols.start(cols.block(b) + 1); j++) {
                columns.next(column);
                double weight = weight(cols.global(j));
                for (int i = 0; i < count; i++) {
                    plain[i].add(column[i]);
                    weighted[i].addProduct(weight, column[i]);
                }
            }
        }
        for (int i = 0; i < count; i++) {
            set(a, first + i, 0, plain[i].value());
            set(a, first + i, 1, weighted[i].value());
        }
    }

    /**
     * Returns a sum that a local matrix carries.
     *
     * @param l     local row
     * @param which 0 for the plain sum, 1 for the weighted sum
     */
    static double get(LocalMatrix a, int l, int which) {
        return a.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, (long) l * a.ld() + a.cols().tailStart() + which);
    }

    /**
     * Sets a sum that a local matrix carries.
     *
     * @param l     local row
     * @param which 0 for the plain sum, 1 for the weighted sum
     */
    static void set(LocalMatrix a, int l, int which, double value) {
        a.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, (long) l * a.ld() + a.cols().tailStart() + which, value);
    }
}
