package hplhetero.blas.device;

import hplhetero.blas.Completion;
import java.util.Optional;

/**
 * A queue of a device, which carries submitted work out in order. The queue's completion is that of all work in it. Matrices are
 * column-major, and leading dimensions count doubles. Work reads and writes the host's memory when it is carried out. Owner: one thread at
 * a time.
 */
public interface DeviceQueue extends Completion {

    /** The kind of a copy by the device. Adjacent copies of one kind may be done in any order. */
    enum Rows { LOADED, MOVED, FETCHED }

    /** Makes this queue ready for the calling thread, which will submit next. */
    void use();

    /** Waits until all submitted work is done. */
    default void await() {
        while (!poll()) {
            Thread.onSpinWait();
        }
    }

    /**
     * Submits a copy of {@code w} contiguous doubles from the host's memory to the device.
     *
     * @param device device's address of the target
     * @param host   address of the source in the host's memory
     * @param w      number of doubles
     */
    void upload(long device, long host, int w);

    /**
     * Submits a copy of {@code w} contiguous doubles from the device to the host's memory.
     *
     * @param host   address of the target in the host's memory
     * @param device device's address of the source
     * @param w      number of doubles
     */
    void download(long host, long device, int w);

    /**
     * Submits a copy of {@code w} contiguous doubles by the device. Each side is the device's memory, or memory of the host that
     * {@link Device#mapped} names.
     *
     * @param kind kind of the copy; adjacent copies of one kind may be done in any order
     * @param to   device's name of the target
     * @param from device's name of the source
     * @param w    number of doubles
     */
    void copy(Rows kind, long to, long from, int w);

    /**
     * Submits a copy of a rows x cols matrix within the device's memory. Each side has a leading dimension of its own, in doubles.
     */
    void copy(long to, long toLd, long from, long fromLd, int rows, int cols);

    /**
     * Submits a copy of a rows x cols matrix from the host's memory to the device. Each side has a leading dimension of its own, in
     * doubles.
     */
    void upload(long device, long deviceLd, long host, long hostLd, int rows, int cols);

    /**
     * Submits a copy of a rows x cols matrix from the device to the host's memory. Each side has a leading dimension of its own, in
     * doubles.
     */
    void download(long host, long hostLd, long device, long deviceLd, int rows, int cols);

    /** Submits C := C - A B^T, where C is m x n, A m x k and B n x k. */
    void subtractProduct(int m, int n, int k, long a, int lda, long b, int ldb, long c, int ldc);

    /** Submits B := B A^-T, where A is n x n and unit lower triangular, and B is m x n. */
    void solve(int m, int n, long a, int lda, long b, int ldb);

    /** Returns whether queues of the device can wait for each other on the device, by {@link #mark} and {@link #follow}. */
    default boolean marks() {
        return false;
    }

    /** Marks the end of the work that was submitted so far, so that other queues can wait for this work. */
    default void mark() {
        throw new UnsupportedOperationException("DeviceQueue.mark: this device's queues cannot wait for each other");
    }

    /**
     * Has work of this queue that is submitted from now on begin only when the work before the last mark of another queue is done. Does
     * nothing where the other queue has no mark, or was found without work since.
     *
     * @param other a queue of the same device, whose owner may be another thread
     */
    default void follow(DeviceQueue other) {
        // queues that set no marks have nothing to wait for
    }

    /** Returns the operations from which the factorization of panels is made; empty where the device has none. */
    default Optional<PanelOperations> panels() {
        return Optional.empty();
    }

    /** Submits C := A^T, where C is m x n. */
    void transpose(int m, int n, long a, int lda, long c, int ldc);
}
