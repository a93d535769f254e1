package hplhetero.blas.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.blas.device.DeviceQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A queue that is a stream of the device, with a BLAS handle that submits to the stream. The device carries submitted work out in order.
 * Owner: one thread at a time.
 */
final class WorkQueue implements DeviceQueue {
    private static final int MOST_ROWS = 1_024;
    private static final long PAIR_BYTES = 16;

    private final Gpu gpu;
    private final DeviceLibrary library;
    private final boolean urgent;
    private final long stream;
    private final long blas;
    /** The kernel that copies many rows at once; null where rows are copied one by one. */
    private final RowKernel rowKernel;
    /**
     * The addresses from and to of each row copy that waits to be submitted together with others. The memory is not locked, so that it may
     * be written again as soon as the upload call returns.
     */
    private final MemorySegment pairs;
    private final MemorySegment arguments;
    private final long devicePairs;
    private Rows rows = Rows.LOADED;
    private int waiting;
    private int width;

    /**
     * Creates a queue on a device.
     *
     * @param urgent whether this queue's work goes before that of other queues
     */
    WorkQueue(Gpu gpu, boolean urgent) {
        this.gpu = gpu;
        this.urgent = urgent;
        library = gpu.library;
        stream = library.createStream(urgent);
        blas = library.createBlas(stream);
        rowKernel = gpu.rowKernel().orElse(null);
        pairs = Arena.ofAuto().allocate(MOST_ROWS * PAIR_BYTES, Long.BYTES);
        arguments = Arena.ofAuto().allocate(32, Long.BYTES);
        devicePairs = rowKernel == null ? 0 : library.allocate(pairs.byteSize());
        if (rowKernel != null && devicePairs == 0) {
            throw new OutOfMemoryError(gpu.name() + " has fewer than " + pairs.byteSize() + " bytes left");
        }
    }

    /** Returns whether this queue's work goes before that of other queues. */
    boolean isUrgent() {
        return urgent;
    }

    @Override
    public void use() {
        gpu.use();
    }

    @Override
    public boolean poll() {
        flush();
        return library.isIdle(stream);
    }

    @Override
    public void upload(long device, long host, int w) {
        flush();
        library.copy(device, host, (long) Double.BYTES * w, DeviceLibrary.HOST_TO_DEVICE, stream);
    }

    @Override
    public void download(long host, long device, int w) {
        flush();
        library.copy(host, device, (long) Double.BYTES * w, DeviceLibrary.DEVICE_TO_HOST, stream);
    }

    /**
     * Collects row copies of one kind and width, and submits them together, where the device has a kernel that copies many rows at once.
     */
    @Override
    public void copy(Rows kind, long to, long from, int w) {
        if (rowKernel == null) {
            library.copy(to, from, (long) Double.BYTES * w, DeviceLibrary.DEVICE_TO_DEVICE, stream);
            return;
        }
        if (kind != rows || w != width || waiting == MOST_ROWS) {
            flush();
            rows = kind;
            width = w;
        }
        pairs.set(JAVA_LONG, waiting * PAIR_BYTES, from);
        pairs.set(JAVA_LONG, waiting * PAIR_BYTES + Long.BYTES, to);
        waiting++;
    }

    private void flush() {
        if (waiting > 0) {
            int count = waiting;
            waiting = 0;
            library.copy(devicePairs, pairs.address(), count * PAIR_BYTES, DeviceLibrary.HOST_TO_DEVICE, stream);
            library.checkStatus("cuLaunchKernel", rowKernel.copy(devicePairs, count, width, arguments, stream));
        }
    }

    @Override
    public void upload(long device, long deviceLd, long host, long hostLd, int rows, int cols) {
        flush();
        if (rows > 0 && cols > 0) {
            library.copy(device, Double.BYTES * deviceLd, host, Double.BYTES * hostLd, (long) Double.BYTES * rows, cols,
                    DeviceLibrary.HOST_TO_DEVICE, stream);
        }
    }

    @Override
    public void download(long host, long hostLd, long device, long deviceLd, int rows, int cols) {
        flush();
        if (rows > 0 && cols > 0) {
            library.copy(host, Double.BYTES * hostLd, device, Double.BYTES * deviceLd, (long) Double.BYTES * rows, cols,
                    DeviceLibrary.DEVICE_TO_HOST, stream);
        }
    }

    @Override
    public void subtractProduct(int m, int n, int k, long a, int lda, long b, int ldb, long c, int ldc) {
        flush();
        if (m > 0 && n > 0 && k > 0) {
            library.subtractProduct(blas, m, n, k, a, lda, b, ldb, c, ldc);
        }
    }

    @Override
    public void solve(int m, int n, long a, int lda, long b, int ldb) {
        flush();
        if (m > 0 && n > 0) {
            library.solve(blas, m, n, a, lda, b, ldb);
        }
    }

    @Override
    public void transpose(int m, int n, long a, int lda, long c, int ldc) {
        flush();
        if (m > 0 && n > 0) {
            library.transpose(blas, m, n, a, lda, c, ldc);
        }
    }

    /** Gives the stream, its BLAS handle and this queue's device memory back. */
    void close() {
        if (devicePairs != 0) {
            library.free(devicePairs);
        }
        library.destroyBlas(blas);
        library.destroyStream(stream);
    }
}
