package hplhetero.hpl.panel;

import hplhetero.blas.MatrixRef;
import hplhetero.hpl.grid.BlockList;
import java.lang.foreign.MemorySegment;

/** Moves the block rows of one virtual row between the buffer of this virtual row and that of a row set that contains it. */
final class RowMerge {

    private RowMerge() {
    }

    /**
     * Copies the rows of {@code part} out of {@code from}, which holds the rows of {@code whole}, to {@code to}. Both begin at block row k.
     */
    static void scatter(MatrixRef from, BlockList whole, int k, BlockList part, MatrixRef to) {
        for (int i = part.firstFrom(k); i < part.blockCount(); i++) {
            int block = part.block(i);
            copyRows(from, whole.start(block) - whole.start(k), to, part.start(block) - part.start(k),
                    part.start(block + 1) - part.start(block));
        }
    }

    /**
     * Copies the rows of {@code part} from {@code from} to their places in {@code to}, which holds the rows of {@code whole}. Both begin at
     * block row k.
     */
    static void gather(MatrixRef from, BlockList part, int k, BlockList whole, MatrixRef to) {
        for (int i = part.firstFrom(k); i < part.blockCount(); i++) {
            int block = part.block(i);
            copyRows(from, part.start(block) - part.start(k), to, whole.start(block) - whole.start(k),
                    part.start(block + 1) - part.start(block));
        }
    }

    private static void copyRows(MatrixRef from, int i, MatrixRef to, int ii, int rows) {
        for (int j = 0; j < from.cols(); j++) {
            copyColumn(from, i, to, ii, j, rows);
        }
    }

    /** Copies rows i .. i + rows - 1 of column j to rows ii .. ii + rows - 1 of the same column. */
    static void copyColumn(MatrixRef from, int i, MatrixRef to, int ii, int j, int rows) {
        MemorySegment.copy(from.segment(), 8 * (from.offset() + i + (long) j * from.ld()), to.segment(),
                8 * (to.offset() + ii + (long) j * to.ld()), 8L * rows);
    }
}
