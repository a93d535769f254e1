package hplhetero.hpl.matrix;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.hpl.grid.BlockList;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The blocks that a rank holds in one virtual column: a row-major matrix, so that a row swap moves contiguous memory.
 *
 * @param column  number of the virtual column
 * @param rowSet  index of the rank's row set, equal for local matrices with the same virtual rows
 * @param rows    global numbers of the local rows
 * @param cols    global numbers of the local columns; global column N is b, and carried columns may stand in the tail
 * @param segment memory of the elements: element (i, j) is the double at index {@code i * ld + j}
 * @param ld      leading dimension: doubles from the begin of a row to the begin of the next
 * @param memory  where the elements are while the matrix is factored, if not in {@code segment}
 */
public record LocalMatrix(int column, int rowSet, BlockList rows, BlockList cols, MemorySegment segment, int ld, MatrixMemory memory) {

    /**
     * Makes a local matrix whose elements are always in the host's memory.
     *
     * @param column  number of the virtual column
     * @param rowSet  index of the rank's row set
     * @param rows    global numbers of the local rows
     * @param cols    global numbers of the local columns
     * @param segment memory of the elements, row by row
     * @param ld      leading dimension: doubles from the begin of a row to the begin of the next
     */
    public LocalMatrix(int column, int rowSet, BlockList rows, BlockList cols, MemorySegment segment, int ld) {
        this(column, rowSet, rows, cols, segment, ld, MatrixMemory.HOST);
    }

    /**
     * Allocates a local matrix where these kernels update it: in a device's memory beside the host's if they compute on a device, else in
     * the host's memory alone. All elements are 0.
     *
     * @param column  number of the virtual column (column of the map's grid of cells) whose blocks the matrix holds, from 0
     * @param rowSet  index of the rank's row set (the virtual rows that the rank owns in this column), as
     *                {@link hplhetero.hpl.grid.LocalLayout#rowSets} has it
     * @param rows    global numbers of the local rows
     * @param cols    global numbers of the local columns
     * @param kernels kernels that update the matrix
     * @param arena   arena that the memory is taken from
     * @throws OutOfMemoryError when there is not enough memory
     */
    public static LocalMatrix allocate(int column, int rowSet, BlockList rows, BlockList cols, DenseKernels kernels, Arena arena) {
        return allocate(column, rowSet, rows, cols, arena).held(kernels, arena);
    }

    /**
     * Returns this matrix with the memory in which these kernels update it: a device's memory if the kernels compute on a device, else the
     * host's.
     */
    public LocalMatrix held(DenseKernels kernels, Arena arena) {
        MatrixMemory held = kernels.hold(transposed(0, 0, rows.size(), cols.size()), arena);
        return new LocalMatrix(column, rowSet, rows, cols, segment, ld, held);
    }

    /**
     * Allocates a local matrix in the host's memory only, also where kernels compute on a device. All elements are 0.
     *
     * @param column number of the virtual column (column of the map's grid of cells) whose blocks the matrix holds, from 0
     * @param rowSet index of the rank's row set (the virtual rows that the rank owns in this column), as
     *               {@link hplhetero.hpl.grid.LocalLayout#rowSets} has it
     * @param rows   global numbers of the local rows
     * @param cols   global numbers of the local columns
     * @param arena  arena that the memory is taken from
     * @throws OutOfMemoryError when there is not enough memory
     */
    public static LocalMatrix allocate(int column, int rowSet, BlockList rows, BlockList cols, Arena arena) {
        return allocate(column, rowSet, rows, cols, cols.size(), arena);
    }

    /**
     * Allocates a local matrix in the host's memory only, with room for further columns. All elements are 0. The parameters are those of
     * the other method of this name, but one:
     *
     * @param columns number of columns for which there is memory, at least as many as there are
     */
    public static LocalMatrix allocate(int column, int rowSet, BlockList rows, BlockList cols, int columns, Arena arena) {
        return new LocalMatrix(column, rowSet, rows, cols, OffHeap.allocate(arena, bytes(rows.size(), columns)), leadingDimension(columns));
    }

    /**
     * Returns a local matrix with other columns of the same virtual column in the memory of this one, which must be the host's. Elements
     * are not moved: row i begins where it did.
     *
     * @param others global numbers of its local columns, for which there must be memory
     * @throws IllegalArgumentException when there is no memory for so many columns
     */
    public LocalMatrix withColumns(BlockList others) {
        if (others.size() > ld) {
            throw new IllegalArgumentException("columns=" + others.size() + " ld=" + ld + ": there is no memory for so many columns");
        }
        return new LocalMatrix(column, rowSet, rows, others, segment, ld, memory);
    }

    /**
     * Returns the bytes of memory that a local matrix takes, its padding to the leading dimension included.
     *
     * @param rows number of local rows
     * @param cols number of local columns
     */
    public static long bytes(int rows, int cols) {
        return 8L * rows * leadingDimension(cols);
    }

    /**
     * Returns the leading dimension, in doubles, for rows (or columns) of {@code length} doubles: the least that is an odd number of cache
     * lines of 8 doubles. So elements side by side in neighbouring rows (or columns) do not fall into the same sets of the cache.
     *
     * @param length number of doubles of a row (or column), &gt;= 0
     */
    public static int leadingDimension(int length) {
        int lines = (length + 7) / 8;
        return 8 * (lines + 1 - lines % 2);
    }

    /**
     * Returns the address of an element in the host's memory.
     *
     * @param i local row of the element, from 0
     * @param j local column of the element, from 0
     */
    public long address(int i, int j) {
        return segment.address() + 8L * ((long) i * ld + j);
    }

    /**
     * Returns a part of the matrix in the host's memory as its transpose, {@code cols x rows} and column-major, for kernels that expect
     * BLAS' order. The elements are shared, not copied.
     *
     * @param i    local row of the first element, from 0
     * @param j    local column of the first element, from 0
     * @param rows number of rows of the part, as the local matrix has them
     * @param cols number of columns of the part, as the local matrix has them
     */
    public MatrixRef transposed(int i, int j, int rows, int cols) {
        return new MatrixRef(segment, rows == 0 || cols == 0 ? 0 : (long) i * ld + j, cols, rows, ld);
    }
}
