package hplhetero.hpl.carry;

import hplhetero.hpl.grid.BlockList;
import java.lang.foreign.MemorySegment;

/**
 * Some block rows of a local matrix, in memory row by row.
 *
 * @param rows     block rows of the local matrix
 * @param cols     block columns of the local matrix
 * @param segment  memory of the elements
 * @param ld       doubles from the begin of a row to the begin of the next
 * @param firstRow local row that begins at the begin of {@code segment}
 */
record Strip(BlockList rows, BlockList cols, MemorySegment segment, int ld, int firstRow) {

    /** Returns the index in {@code segment} of the first element of a block. */
    long index(int i, int j) {
        return (long) (rows.start(i) - firstRow) * ld + cols.start(j);
    }

    /** Copies block (i, j) to index {@code index} of {@code to}, where rows are {@code toLd} doubles apart. */
    void copyTo(int i, int j, MemorySegment to, long index, int toLd) {
        copy(i, j, segment, index(i, j), ld, to, index, toLd);
    }

    /** Fills block (i, j) with doubles that lie in {@code from} at index {@code index}, row by row without gaps. */
    void copyFrom(int i, int j, MemorySegment from, long index) {
        copy(i, j, from, index, cols.start(j + 1) - cols.start(j), segment, index(i, j), ld);
    }

    private void copy(int i, int j, MemorySegment from, long fromIndex, int fromLd, MemorySegment to, long toIndex, int toLd) {
        long bytes = 8L * (cols.start(j + 1) - cols.start(j));
        int count = rows.start(i + 1) - rows.start(i);
        for (long r = 0; r < count; r++) {
            MemorySegment.copy(from, 8 * (fromIndex + r * fromLd), to, 8 * (toIndex + r * toLd), bytes);
        }
    }
}
