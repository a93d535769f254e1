package hplhetero.blas.device.opencl;

import com.aparapi.device.OpenCLDevice;
import hplhetero.blas.KernelException;
import hplhetero.blas.OffHeap;
import hplhetero.blas.device.DeviceQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The one thread that gives a device its work, because Aparapi's calls wait for the device. The thread takes the work of urgent queues
 * first. Consecutive pieces of one kind (uploads, downloads, or copies) are gathered into one execution of the kernel.
 */
final class DeviceThread {
    /** The most doubles that travel in one execution: Aparapi copies an array as a whole. */
    private static final int MOST = 1 << 19;
    /** The most doubles that travel through the short arrays in one execution. */
    private static final int FEW = 1 << 14;
    /** The most pieces of one execution. */
    private static final int MOST_PIECES = 1 << 12;
    /** The number of looks for work after which the thread parks. */
    private static final int IDLE_SPINS = 20_000;
    /** The most doubles in the device's memory: Aparapi counts an array's bytes in an int. */
    static final int MOST_DOUBLES = Integer.MAX_VALUE / Double.BYTES / 16 * 16;

    private enum Batch { NONE, UP, DOWN, LOADED, MOVED }

    private record Submitted(OpenclQueue queue, Runnable work) {
    }

    private final UpdateKernel kernel;
    private final Memory places = new Memory(UpdateKernel.RESERVED);
    private final ConcurrentLinkedQueue<Submitted> urgent = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Submitted> usual = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean parked;
    private volatile Throwable failure;
    private final AtomicLong submitted = new AtomicLong();
    /** The number of finished submissions of all queues. Written by the device's thread alone. */
    private volatile long done;

    private final List<OpenclQueue> batched = new ArrayList<>();
    private final long[] hosts = new long[MOST_PIECES];
    private Batch batch = Batch.NONE;
    private int pieces;
    private int doubles;
    private int longest;

    DeviceThread(OpenCLDevice device) {
        kernel = new UpdateKernel(device, MOST, FEW, MOST_PIECES);
        thread = Thread.ofPlatform().daemon().name("opencl").unstarted(this::work);
        thread.start();
    }

    /** Returns the allocator of places in the device's memory. */
    Memory places() {
        return places;
    }

    /**
     * Checks that the device's thread has not failed.
     *
     * @throws KernelException when the device has failed
     */
    void check() {
        Throwable failed = failure;
        if (failed instanceof KernelException known) {
            throw new KernelException(known.getMessage(), known);
        } else if (failed != null) {
            throw new IllegalStateException("the thread of an OpenCL device has ended", failed);
        }
    }

    /** Waits until all work is done that any queue has submitted before this call. Must not be called by the device's thread. */
    void drain() {
        long until = submitted.get();
        while (done < until && failure == null) {
            Thread.onSpinWait();
        }
    }

    /** Has work of a queue done by this thread, behind the queue's earlier work. Returns at once. */
    void submit(OpenclQueue queue, Runnable work) {
        submitted.incrementAndGet();
        (queue.isUrgent() ? urgent : usual).add(new Submitted(queue, work));
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    private void work() {
        try {
            while (true) {
                Submitted next = next();
                batched.add(next.queue);
                next.work.run();
                if (batch == Batch.NONE) {
                    finish();
                }
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    private Submitted next() {
        for (int spins = 0;; spins++) {
            Submitted next = urgent.poll();
            if (next == null) {
                next = usual.poll();
            }
            if (next != null) {
                return next;
            }
            flush();
            finish();
            if (spins < IDLE_SPINS) {
                Thread.onSpinWait();
            } else {
                parked = true;
                if (urgent.isEmpty() && usual.isEmpty()) {
                    LockSupport.park(this);
                }
                parked = false;
                spins = 0;
            }
        }
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    private void finish() {
        if (!batched.isEmpty()) {
            batched.forEach(OpenclQueue::oneIsDone);
            done += batched.size();
            batched.clear();
        }
    }

    // all methods from here on are work, which the device's thread alone calls

    /** Enlarges the device's memory to {@code larger} doubles. */
    void grow(int larger) {
        flush();
        kernel.resize(larger);
        places.grow(larger);
    }

    /**
     * Copies {@code w} doubles from the host's address {@code host} to place {@code to} of the device;
     * done by {@link #flush} at the latest.
     */
    void upload(int to, long host, int w) {
        add(Batch.UP, host, to, w);
    }

    /**
     * Copies {@code w} doubles from place {@code from} of the device to the host's address {@code host};
     * done by {@link #flush} at the latest.
     */
    void download(long host, int from, int w) {
        add(Batch.DOWN, host, from, w);
    }

    private void add(Batch kind, long host, int place, int w) {
        for (int done = 0; done < w;) {
            begin(kind);
            int length = Math.min(w - done, MOST - doubles);
            if (length == 0) {
                flush();
                continue;
            }
            long address = host + (long) Double.BYTES * done;
            if (kind == Batch.UP) {
                OffHeap.copy(address, kernel.up, doubles, length);
                piece(doubles, place + done, length);
            } else {
                hosts[pieces] = address;
                piece(place + done, doubles, length);
            }
            doubles += length;
            done += length;
        }
    }

    /** Copies {@code w} doubles from place {@code from} to place {@code to} of the device; done by {@link #flush} at the latest. */
    void copy(DeviceQueue.Rows kind, int to, int from, int w) {
        begin(kind == DeviceQueue.Rows.LOADED ? Batch.LOADED : Batch.MOVED);
        piece(from, to, w);
    }

    private void begin(Batch kind) {
        if (batch != kind || pieces == MOST_PIECES) {
            flush();
            batch = kind;
        }
    }

    private void piece(int from, int to, int length) {
        kernel.pieces[3 * pieces] = from;
        kernel.pieces[3 * pieces + 1] = to;
        kernel.pieces[3 * pieces + 2] = length;
        pieces++;
        longest = Math.max(longest, length);
    }

    /** Carries out the copies that were gathered. */
    void flush() {
        if (pieces > 0) {
            boolean few = doubles <= FEW;
            switch (batch) {
                case UP -> {
                    if (few) {
                        System.arraycopy(kernel.up, 0, kernel.upShort, 0, doubles);
                    }
                    kernel.scatter(pieces, longest, few);
                }
                case DOWN -> {
                    kernel.gather(pieces, longest, few);
                    double[] down = few ? kernel.downShort : kernel.down;
                    for (int i = 0; i < pieces; i++) {
                        OffHeap.copy(down, kernel.pieces[3 * i + 1], hosts[i], kernel.pieces[3 * i + 2]);
                    }
                }
                default -> kernel.copy(pieces, longest);
            }
        }
        batch = Batch.NONE;
        pieces = 0;
        doubles = 0;
        longest = 0;
    }

    /** Computes C := C - A B^T, where C is m x n, A m x k, B n x k; a, b, c are places of the device. */
    void product(int m, int n, int k, int a, int lda, int b, int ldb, int c, int ldc) {
        flush();
        kernel.product(m, n, k, a, lda, b, ldb, c, ldc);
    }

    /** Computes B := B A^-T, where A is n x n, unit lower triangular, and B m x n; a, b are places of the device. */
    void solve(int m, int n, int a, int lda, int b, int ldb) {
        flush();
        kernel.solve(m, n, a, lda, b, ldb);
    }

    /** Computes C := A^T, where C is m x n; a, c are places of the device. */
    void transpose(int m, int n, int a, int lda, int c, int ldc) {
        flush();
        kernel.transpose(m, n, a, lda, c, ldc);
    }
}
