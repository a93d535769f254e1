package hplhetero.hpl.panel;

import hplhetero.blas.MatrixRef;
import hplhetero.hpl.grid.BlockList;
import java.lang.foreign.MemorySegment;

/** Moves the block rows of one virtual row between its own buffer and that of a row set which contains it. */
final class RowMerge {

    private RowMerge() {
    }

    /** The rows of {@code part} out of {@code whole} into {@code to}; both start at block row k. */
    static void scatter(MatrixRef from, BlockList whole, int k, BlockList part, MatrixRef to) {
        for (int i = part.firstFrom(k); i < part.blockCount(); i++) {
            int block = part.block(i);
            copyRows(from, whole.start(block) - whole.start(k), to, part.start(block) - part.start(k),
                    part.start(block + 1) - part.start(block));
        }
    }

    /** The rows of {@code part} in {@code from} into their places in {@code whole}. */
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

    /** Rows i.. of column j to rows ii.. of the same column. */
    static void copyColumn(MatrixRef from, int i, MatrixRef to, int ii, int j, int rows) {
        MemorySegment.copy(from.segment(), 8 * (from.offset() + i + (long) j * from.ld()), to.segment(),
                8 * (to.offset() + ii + (long) j * to.ld()), 8L * rows);
    }
}
