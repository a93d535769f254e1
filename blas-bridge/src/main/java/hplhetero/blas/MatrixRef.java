package hplhetero.blas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A column-major matrix of doubles inside the host's off-heap memory: element (i, j) lies {@code offset + i + j * ld} doubles into
 * {@code segment}. The transpose of a row-major matrix with {@code ld} columns a row is a column-major one, so both layouts are covered.
 *
 * @param segment native memory, alive for as long as the reference is used
 * @param offset  index of element (0, 0), in doubles
 * @param rows    number of rows, &gt;= 0
 * @param cols    number of columns, &gt;= 0
 * @param ld      leading dimension in doubles, &gt;= max(1, rows)
 */
public record MatrixRef(MemorySegment segment, long offset, int rows, int cols, int ld) implements MatrixHandle {

    public MatrixRef {
        if (!segment.isNative()) {
            throw new IllegalArgumentException("segment is on the heap: allocate it from an Arena");
        }
        if (rows < 0 || cols < 0 || ld < Math.max(1, rows)) {
            throw new IllegalArgumentException("rows=" + rows + " cols=" + cols + " ld=" + ld
                    + ": rows and cols must be >= 0 and ld >= max(1, rows)");
        }
        // an empty matrix touches no memory, so that it may lie at the edge of another matrix
        long last = cols == 0 || rows == 0 ? 0 : offset + (long) (cols - 1) * ld + rows;
        if (offset < 0 || last * Double.BYTES > segment.byteSize()) {
            throw new IndexOutOfBoundsException("offset=" + offset + " rows=" + rows + " cols=" + cols + " ld=" + ld
                    + " does not fit into a segment of " + segment.byteSize() + " bytes");
        }
    }

    /**
     * Returns the host's matrix that a handle names, for kernels on the host.
     *
     * @throws IllegalArgumentException when the matrix lies in the memory of a device
     */
    public static MatrixRef onHost(MatrixHandle handle) {
        if (handle instanceof MatrixRef here) {
            return here;
        }
        throw new IllegalArgumentException("handle=" + handle + " names no memory of the host: pass it to the kernels that it came from");
    }

    /**
     * Returns a part of this matrix, which shares this matrix's memory.
     *
     * @param i    row of the part's first element, counted from 0
     * @param j    column of the part's first element, counted from 0
     * @param rows number of rows of the part
     * @param cols number of columns of the part
     */
    public MatrixRef window(int i, int j, int rows, int cols) {
        return new MatrixRef(segment, offset + i + (long) j * ld, rows, cols, ld);
    }

    @Override
    public long address() {
        return segment.address() + offset * Double.BYTES;
    }

    /**
     * Returns {@code n} elements of one column, as a view on this matrix's memory.
     *
     * @param i row of the first element, counted from 0
     * @param j the column, counted from 0
     * @param n number of elements
     */
    public VectorRef column(int i, int j, int n) {
        return new VectorRef(segment, offset + i + (long) j * ld, n, 1);
    }

    /**
     * Returns {@code n} elements of one row, as a view on this matrix's memory.
     *
     * @param i the row, counted from 0
     * @param j column of the first element, counted from 0
     * @param n number of elements
     */
    public VectorRef row(int i, int j, int n) {
        return new VectorRef(segment, offset + i + (long) j * ld, n, ld);
    }

    /** Returns the element in row i and column j of this matrix, both counted from 0. */
    public double get(int i, int j) {
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, offset + i + (long) j * ld);
    }

    /** Sets the element in row i and column j of this matrix, both counted from 0, to {@code value}. */
    public void set(int i, int j, double value) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, offset + i + (long) j * ld, value);
    }
}
