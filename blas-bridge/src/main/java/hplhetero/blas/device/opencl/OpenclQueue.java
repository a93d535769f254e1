package hplhetero.blas.device.opencl;

import hplhetero.blas.device.DeviceQueue;

/** A queue of an OpenCL device. It counts its submissions and how many of them the device's thread has done. */
final class OpenclQueue implements DeviceQueue {
    private final DeviceThread thread;
    private final boolean urgent;
    private long submitted;
    /** The number of this queue's submissions that are done. Written by the device's thread alone. */
    private volatile long done;

    OpenclQueue(DeviceThread thread, boolean urgent) {
        this.thread = thread;
        this.urgent = urgent;
    }

    /** Returns whether this queue's work goes before that of other queues. */
    boolean isUrgent() {
        return urgent;
    }

    /** Counts one submission of this queue as done. Called by the device's thread alone. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    void oneIsDone() {
        done++;
    }

    private void submit(Runnable work) {
        submitted++;
        thread.submit(this, work);
    }

    /**
     * Enlarges the device's memory to {@code doubles} doubles and waits until this is done.
     *
     * @return whether the heap and the device had room
     */
    boolean grow(int doubles) {
        boolean[] grown = new boolean[1];
        submit(() -> {
            try {
                thread.grow(doubles);
                grown[0] = true;
            } catch (OutOfMemoryError noRoom) {
                // grown[0] stays false, which is the answer
            }
        });
        await();
        return grown[0];
    }

    private static int place(long pointer) {
        return (int) (pointer / Double.BYTES);
    }

    @Override
    public void use() {
        // nothing to do: any thread may submit
    }

    @Override
    public boolean poll() {
        if (done == submitted) {
            return true;
        }
        thread.check();
        return false;
    }

    @Override
    public void upload(long device, long host, int w) {
        submit(() -> thread.upload(place(device), host, w));
    }

    @Override
    public void download(long host, long device, int w) {
        submit(() -> thread.download(host, place(device), w));
    }

    @Override
    public void copy(Rows kind, long to, long from, int w) {
        submit(() -> thread.copy(kind, place(to), place(from), w));
    }

    @Override
    public void upload(long device, long deviceLd, long host, long hostLd, int rows, int cols) {
        submit(() -> {
            for (int j = 0; j < cols; j++) {
                thread.upload(place(device + Double.BYTES * j * deviceLd), host + Double.BYTES * j * hostLd, rows);
            }
        });
    }

    @Override
    public void download(long host, long hostLd, long device, long deviceLd, int rows, int cols) {
        submit(() -> {
            for (int j = 0; j < cols; j++) {
                thread.download(host + Double.BYTES * j * hostLd, place(device + Double.BYTES * j * deviceLd), rows);
            }
        });
    }

    @Override
    public void copy(long to, long toLd, long from, long fromLd, int rows, int cols) {
        submit(() -> {
            for (int j = 0; j < cols; j++) {
                thread.copy(Rows.LOADED, place(to + Double.BYTES * j * toLd), place(from + Double.BYTES * j * fromLd), rows);
            }
        });
    }

    @Override
    public void subtractProduct(int m, int n, int k, long a, int lda, long b, int ldb, long c, int ldc) {
        if (m > 0 && n > 0 && k > 0) {
            submit(() -> thread.product(m, n, k, place(a), lda, place(b), ldb, place(c), ldc));
        }
    }

    @Override
    public void solve(int m, int n, long a, int lda, long b, int ldb) {
        if (m > 0 && n > 0) {
            submit(() -> thread.solve(m, n, place(a), lda, place(b), ldb));
        }
    }

    @Override
    public void transpose(int m, int n, long a, int lda, long c, int ldc) {
        if (m > 0 && n > 0) {
            submit(() -> thread.transpose(m, n, place(a), lda, place(c), ldc));
        }
    }
}
