package hplhetero.blas;

/**
 * The name of a column-major matrix of doubles in the memory that some kernels work on, which may be a device's. The holder of a handle can
 * pass it on, and name a part of the matrix by computing an address, but cannot read the elements. Element (i, j) lies at {@code address +
 * 8 (i + j ld)}. A {@link MatrixRef} is the handle of a matrix in the host's memory.
 */
public interface MatrixHandle {

    /** Returns the number of rows, &gt;= 0. */
    int rows();

    /** Returns the number of columns, &gt;= 0. */
    int cols();

    /** Returns the leading dimension in doubles, &gt;= max(1, rows). */
    int ld();

    /**
     * Returns the address of element (0, 0), in bytes. Only kernels that work on this memory can interpret the address. For a device the
     * address may be any number that the device's kernels can tell apart from others.
     */
    long address();
}
