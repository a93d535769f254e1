package hplhetero.blas;

/**
 * Names a column-major matrix of doubles in the memory of some kernels, which may be a device's: who holds it can pass it on, and cut it
 * by its address, but not reach into it. Element (i, j) lies at {@code address + 8 (i + j ld)}. A {@link MatrixRef} is one whose memory is
 * the host's.
 */
public interface MatrixHandle {

    int rows();

    int cols();

    /** Leading dimension in doubles, &gt;= max(1, rows). */
    int ld();

    /** Of element (0, 0). Only kernels that have this memory know what is there; of a device it may be any number they can tell apart. */
    long address();
}
