package hplhetero.blas.device.cuda;

import hplhetero.blas.Completion;

/** A stream of the device and a BLAS that submits to it: what is submitted is carried out in order. Owner: one thread at a time. */
final class WorkQueue implements Completion {
    private final Gpu gpu;
    private final DeviceLibrary library;
    private final long stream;
    private final long blas;

    WorkQueue(Gpu gpu) {
        this.gpu = gpu;
        library = gpu.library;
        stream = library.createStream();
        blas = library.createBlas(stream);
    }

    /** By the thread that will submit next. */
    void use() {
        gpu.use();
    }

    @Override
    public boolean poll() {
        return library.isIdle(stream);
    }

    /** Waits for all that was submitted. */
    void await() {
        while (!poll()) {
            Thread.onSpinWait();
        }
    }

    void upload(long device, long host, int w) {
        library.copy(device, host, (long) Double.BYTES * w, DeviceLibrary.HOST_TO_DEVICE, stream);
    }

    void download(long host, long device, int w) {
        library.copy(host, device, (long) Double.BYTES * w, DeviceLibrary.DEVICE_TO_HOST, stream);
    }

    void copy(long to, long from, int w) {
        library.copy(to, from, (long) Double.BYTES * w, DeviceLibrary.DEVICE_TO_DEVICE, stream);
    }

    /** Column-major, rows x cols, leading dimensions in doubles. */
    void upload(long device, long deviceLd, long host, long hostLd, int rows, int cols) {
        if (rows > 0 && cols > 0) {
            library.copy(device, Double.BYTES * deviceLd, host, Double.BYTES * hostLd, (long) Double.BYTES * rows, cols,
                    DeviceLibrary.HOST_TO_DEVICE, stream);
        }
    }

    /** The other way. */
    void download(long host, long hostLd, long device, long deviceLd, int rows, int cols) {
        if (rows > 0 && cols > 0) {
            library.copy(host, Double.BYTES * hostLd, device, Double.BYTES * deviceLd, (long) Double.BYTES * rows, cols,
                    DeviceLibrary.DEVICE_TO_HOST, stream);
        }
    }

    /** C := C - A B^T; C is m x n. */
    void subtractProduct(int m, int n, int k, long a, int lda, long b, int ldb, long c, int ldc) {
        if (m > 0 && n > 0 && k > 0) {
            library.subtractProduct(blas, m, n, k, a, lda, b, ldb, c, ldc);
        }
    }

    /** B := B A^-T; A is unit lower triangular, B m x n. */
    void solve(int m, int n, long a, int lda, long b, int ldb) {
        if (m > 0 && n > 0) {
            library.solve(blas, m, n, a, lda, b, ldb);
        }
    }

    /** C := A^T; C is m x n. */
    void transpose(int m, int n, long a, int lda, long c, int ldc) {
        if (m > 0 && n > 0) {
            library.transpose(blas, m, n, a, lda, c, ldc);
        }
    }

    void close() {
        library.destroyBlas(blas);
        library.destroyStream(stream);
    }
}
