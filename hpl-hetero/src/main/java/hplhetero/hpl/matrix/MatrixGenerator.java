package hplhetero.hpl.matrix;

import hplhetero.hpl.grid.BlockList;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The generator of netlib's random matrix [A | b], bit for bit. Element (i, j) is made of state X_(k+1) with k = i + j N, as netlib takes
 * one step before its first number. Any part can be made anywhere. Source: HPL_pdmatgen, HPL_dmatgen.
 */
public final class MatrixGenerator {
    /** Number of columns made together: one cache line of a row. */
    private static final int COLUMNS_AT_ONCE = 8;

    private final int n;

    /** Makes the generator of the N x (N + 1) matrix [A | b] with N = {@code n}. */
    public MatrixGenerator(int n) {
        this.n = n;
    }

    /** A generator of rows i0 .. i0 + rows - 1 of column j and of the columns right of it, one column after another. */
    public final class Columns {
        private final long[] state;
        private final Lcg columnStep = Lcg.steps(n);
        private final int rows;

        /**
         * Begins at column {@code j}.
         *
         * @param i0   global number of the first row
         * @param j    global number of the first column
         * @param rows number of rows
         */
        public Columns(int i0, int j, int rows) {
            this.rows = rows;
            state = new long[rows];
            Lcg rowStep = Lcg.steps(1);
            long x = state(i0, j);
            for (int i = 0; i < rows; i++) {
                state[i] = x;
                x = rowStep.next(x);
            }
        }

        /**
         * Writes the elements of one matrix column, in the rows given to the constructor, to indices 0 .. rows - 1 of {@code column}. The
         * first call writes the column given to the constructor, each further call the column right of the last one.
         *
         * @param column array of at least as many elements as there are rows
         */
        public void next(double[] column) {
            long multiplier = columnStep.multiplier();
            long increment = columnStep.increment();
            for (int i = 0; i < rows; i++) {
                long x = state[i];
                column[i] = Lcg.value(x);
                state[i] = multiplier * x + increment;
            }
        }
    }

    /** Returns the element of [A | b] in global row {@code i} and global column {@code j}, both from 0. O(log(i + j N)). */
    public double element(int i, int j) {
        return Lcg.value(state(i, j));
    }

    private long state(int i, int j) {
        return Lcg.state(1 + i + (long) j * n);
    }

    /**
     * Returns the number of parts in which {@link #fill} fills a local matrix, one for each block row. Parts may be filled in any order, or
     * at once.
     */
    public static int parts(LocalMatrix a) {
        return a.rows().blockCount();
    }

    /**
     * Fills one block row of a local matrix with its elements of [A | b].
     *
     * @param part index of the block row among those of the local matrix, 0 .. {@link #parts} - 1
     */
    public void fill(LocalMatrix a, int part) {
        BlockList rows = a.rows();
        int i = rows.start(rows.block(part));
        int count = rows.start(rows.block(part) + 1) - i;
        int first = rows.global(i);
        double[][] tile = new double[COLUMNS_AT_ONCE][count];
        for (int b = 0; b < a.cols().blockCount(); b++) {
            int block = a.cols().block(b);
            int j0 = a.cols().start(block);
            int j1 = a.cols().start(block + 1);
            Columns columns = new Columns(first, a.cols().global(j0), count);
            for (int j = j0; j < j1; j += COLUMNS_AT_ONCE) {
                int width = Math.min(COLUMNS_AT_ONCE, j1 - j);
                for (int s = 0; s < width; s++) {
                    columns.next(tile[s]);
                }
                store(a, tile, i, j, count, width);
            }
        }
    }

    private static void store(LocalMatrix a, double[][] tile, int i0, int j0, int rows, int cols) {
        MemorySegment to = a.segment();
        for (int i = 0; i < rows; i++) {
            long at = (long) (i0 + i) * a.ld() + j0;
            for (int s = 0; s < cols; s++) {
                to.setAtIndex(ValueLayout.JAVA_DOUBLE, at + s, tile[s][i]);
            }
        }
    }
}
