package hplhetero.blas.device;

import hplhetero.blas.Completion;

/**
 * What is submitted is carried out in order; the completion is that of all of it. Matrices are column-major, leading dimensions count
 * doubles. The host's memory is read and written when the work is carried out. Owner: one thread at a time.
 */
public interface DeviceQueue extends Completion {

    /** Copies that may be done in any order among those of their kind that follow each other. */
    enum Rows { LOADED, MOVED }

    /** By the thread that will submit next. */
    void use();

    /** Waits for all that was submitted. */
    default void await() {
        while (!poll()) {
            Thread.onSpinWait();
        }
    }

    /** Copies w doubles to the device. */
    void upload(long device, long host, int w);

    /** Copies w doubles to the host. */
    void download(long host, long device, int w);

    /** Within the device. */
    void copy(Rows kind, long to, long from, int w);

    /** Copies rows x cols to the device. */
    void upload(long device, long deviceLd, long host, long hostLd, int rows, int cols);

    /** The other way. */
    void download(long host, long hostLd, long device, long deviceLd, int rows, int cols);

    /** C := C - A B^T; C is m x n, A m x k. */
    void subtractProduct(int m, int n, int k, long a, int lda, long b, int ldb, long c, int ldc);

    /** B := B A^-T; A is unit lower triangular, B m x n. */
    void solve(int m, int n, long a, int lda, long b, int ldb);

    /** C := A^T; C is m x n. */
    void transpose(int m, int n, long a, int lda, long c, int ldc);
}
