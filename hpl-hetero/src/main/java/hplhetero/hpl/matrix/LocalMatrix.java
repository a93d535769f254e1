package hplhetero.hpl.matrix;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.hpl.grid.BlockList;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A rank's blocks in one virtual column: a row-major matrix, so that a row swap moves contiguous memory.
 *
 * @param column  the virtual column
 * @param rowSet  which virtual rows, the same number for the same set
 * @param rows    global rows of the local ones
 * @param cols    global columns of the local ones; global column N is b
 * @param segment element (i, j) at double {@code i * ld + j}
 * @param ld      doubles from a row to the next
 * @param memory  where the elements are while it is factored, if not in {@code segment}
 */
public record LocalMatrix(int column, int rowSet, BlockList rows, BlockList cols, MemorySegment segment, int ld, MatrixMemory memory) {

    /** One that stays in the host's memory, all of which is {@code segment}. */
    public LocalMatrix(int column, int rowSet, BlockList rows, BlockList cols, MemorySegment segment, int ld) {
        this(column, rowSet, rows, cols, segment, ld, MatrixMemory.HOST);
    }

    /** Takes the memory, for the updates of these kernels; throws OutOfMemoryError when there is none. */
    public static LocalMatrix allocate(int column, int rowSet, BlockList rows, BlockList cols, DenseKernels kernels, Arena arena) {
        return allocate(column, rowSet, rows, cols, arena).held(kernels, arena);
    }

    /** The same where the updates of these kernels work on it. */
    public LocalMatrix held(DenseKernels kernels, Arena arena) {
        MatrixMemory held = kernels.hold(transposed(0, 0, rows.size(), cols.size()), arena);
        return new LocalMatrix(column, rowSet, rows, cols, segment, ld, held);
    }

    /** Takes memory of the host; throws OutOfMemoryError when there is none. */
    public static LocalMatrix allocate(int column, int rowSet, BlockList rows, BlockList cols, Arena arena) {
        int ld = leadingDimension(cols.size());
        return new LocalMatrix(column, rowSet, rows, cols, OffHeap.allocate(arena, bytes(rows.size(), cols.size())), ld);
    }

    /** Copies a part of a row that begins at that byte, as it is after all updates; done when {@link MatrixMemory#awaitCopies} returns. */
    public void copyOut(long offset, MemorySegment to, long at, long bytes) {
        memory.copyOut(segment.address() + offset, to.address() + at, (int) (bytes / Double.BYTES));
    }

    /** Brings the host's memory up to date: rows i.., columns j... */
    public void refresh(int i, int j, int rows, int cols) {
        if (memory != MatrixMemory.HOST && cols > 0) {
            for (int r = i; r < i + rows; r++) {
                memory.copyOut(address(r, j), address(r, j), cols);
            }
            memory.awaitCopies();
        }
    }

    /** Bytes of a local matrix. */
    public static long bytes(int rows, int cols) {
        return 8L * rows * leadingDimension(cols);
    }

    /**
     * The leading dimension for {@code length} doubles: an odd number of cache lines, so that what stands side by side
     * in neighbouring rows (or columns) does not fall into the same sets of the cache.
     */
    public static int leadingDimension(int length) {
        int lines = (length + 7) / 8;
        return 8 * (lines + 1 - lines % 2);
    }

    /** The address of element (i, j). */
    public long address(int i, int j) {
        return segment.address() + 8L * ((long) i * ld + j);
    }

    /** Rows i.., columns j.. as its transpose: {@code cols x rows}, column-major. */
    public MatrixRef transposed(int i, int j, int rows, int cols) {
        return new MatrixRef(segment, rows == 0 || cols == 0 ? 0 : (long) i * ld + j, cols, rows, ld);
    }
}
