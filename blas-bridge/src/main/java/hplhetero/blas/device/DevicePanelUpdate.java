package hplhetero.blas.device;

import hplhetero.blas.ArgumentChecks;
import hplhetero.blas.Completion;
import hplhetero.blas.KernelException;
import hplhetero.blas.MatrixHandle;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.PivotTrade;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The trailing update on a device. L1, L2 and U lie in the device's memory, and each worker has a queue. A part of the matrix that the
 * device does not hold streams through a buffer there (upload, product, download) while other workers' products go on.
 */
final class DevicePanelUpdate implements PanelUpdate {
    private static final int LINE = 32;
    /** Size, in doubles, of the buffer through which columns stream that the device does not hold. */
    private static final long STREAM_DOUBLES = 8 << 20;

    private final DeviceKernels kernels;
    private final Device device;
    private final Arena arena;
    private final int maxRows;
    private final int maxCols;
    private final int nb;
    private final DeviceQueue[] queues;
    private final PendingStore[] stores;
    /** Whether work that a worker has submitted, and not yet found done, uses memory of the host; indexed by worker, who writes it. */
    private final boolean[] usesHost;
    /** The completion of the work of each worker, indexed by worker. */
    private final Completion[] completions;
    /** Addresses on the device of the streaming buffers, indexed by worker; 0 where a worker has not needed one yet. */
    private final long[] buffers;
    private final int ldl1;
    private final int ldl2;
    private final int ldu;
    private final long deviceL1;
    private final long deviceL2;
    private final long deviceU;
    /** The address on the device of the next panel, which is column-major. */
    private final long next;
    /** The address on the device of L1 of a panel that other ranks have rows of too; 0 where the host factors panels. */
    private final long nextL1;
    /** The factorization of the next panel, by the queue of worker 0; null where the host factors panels. */
    private final DevicePanel panel;
    /** Where L1 and L2 lie of the panel that was factored last, and the leading dimension of that L1. */
    private long factoredL1;
    private long factoredL2;
    private int factoredLdl1;
    private MatrixRef l1;
    private MatrixRef l2;

    /** A sequence of rows of U that go to places of the matrix at equal distances, so that one copy moves them all. */
    private static final class PendingStore {
        int row;
        int column;
        int w;
        int rows;
        long address;
        long stride;
    }

    DevicePanelUpdate(DeviceKernels kernels, Device device, int maxRows, int maxCols, int nb, int workers, Arena arena) {
        ArgumentChecks.checkPanelUpdate(maxRows, maxCols, nb, workers);
        this.kernels = kernels;
        this.device = device;
        this.arena = arena;
        this.maxRows = maxRows;
        this.maxCols = maxCols;
        this.nb = nb;
        ldl1 = padded(nb);
        ldl2 = padded(maxRows);
        ldu = padded(maxCols);
        queues = new DeviceQueue[workers];
        stores = new PendingStore[workers];
        usesHost = new boolean[workers];
        completions = new Completion[workers];
        buffers = new long[workers];
        for (int worker = 0; worker < workers; worker++) {
            // the rank's thread brings the next panel up to date, and all workers wait for that panel
            queues[worker] = device.queue(worker == 0, arena);
            stores[worker] = new PendingStore();
            completions[worker] = completion(worker);
        }
        deviceL1 = device.allocate(8L * ldl1 * nb, arena);
        deviceL2 = device.allocate(8L * ldl2 * nb, arena);
        deviceU = device.allocate(8L * ldu * nb, arena);
        next = device.allocate(8L * ldl2 * nb, arena);
        panel = kernels.factorsPanels() && queues[0].panels().isPresent() ? new DevicePanel(device, queues[0], ldl2, nb, arena) : null;
        nextL1 = panel == null ? 0 : device.allocate(8L * ldl1 * nb, arena);
    }

    private Completion completion(int worker) {
        return () -> {
            boolean done = queues[worker].poll();
            usesHost[worker] &= !done;
            return done;
        };
    }

    private static int padded(int length) {
        return Math.max(LINE, (length + LINE - 1) / LINE * LINE);
    }

    @Override
    public int begin(MatrixRef l1, MatrixRef l2, MemorySegment packed) {
        ArgumentChecks.checkPanel(maxRows, nb, l1, l2);
        this.l1 = l1;
        this.l2 = l2;
        return l1.cols() == 0 ? 0 : 1;
    }

    @Override
    public int beginPacked(MatrixRef l1, int m, MemorySegment packed) {
        throw new UnsupportedOperationException("PanelUpdate.beginPacked: these kernels pack no panels");
    }

    @Override
    public Completion submitted(int worker) {
        DeviceQueue queue = queue(worker);
        flush(worker, queue);
        return completions[worker];
    }

    @Override
    public boolean leave(int worker) {
        DeviceQueue queue = queue(worker);
        flush(worker, queue);
        boolean leaves = queue.marks() && !usesHost[worker];
        if (leaves) {
            queue.mark();
        }
        return leaves;
    }

    @Override
    public void follow() {
        for (int worker = 0; worker < queues.length; worker++) {
            kernels.letFollow(queue(worker));
        }
    }

    /** Has the work that a queue gets from now on begin only when the work is done that was left to the device in this update. */
    void letFollow(DeviceQueue queue) {
        for (DeviceQueue left : queues) {
            queue.follow(left);
        }
    }

    /** Waits until the device has done all work, or is lost, so that memory can be freed. */
    void end() {
        try {
            for (DeviceQueue queue : queues) {
                queue.use();
                queue.await();
            }
        } catch (KernelException lost) {
            // a device that is lost does no more work
        }
    }

    /** Returns the queue of a worker that submits work which uses memory of the host. */
    private DeviceQueue hostsQueue(int worker) {
        usesHost[worker] = true;
        return queue(worker);
    }

    private DeviceQueue queue(int worker) {
        ArgumentChecks.checkWorker(worker, queues.length);
        queues[worker].use();
        return queues[worker];
    }

    @Override
    public void pack(int worker, int task) {
        DeviceQueue queue = hostsQueue(worker);
        // the last panel that was here may still be read
        letFollow(queue);
        queue.upload(deviceL1, ldl1, l1.address(), l1.ld(), l1.rows(), l1.cols());
        queue.upload(deviceL2, ldl2, l2.address(), l2.ld(), l2.rows(), l2.cols());
    }

    private long u(int row, int column) {
        return deviceU + 8L * ((long) row * ldu + column);
    }

    @Override
    public void load(int worker, int row, int column, long address, int w) {
        ArgumentChecks.checkWindow(row, l1, column, w, maxCols);
        if (w > 0) {
            DeviceQueue queue = queue(worker);
            HeldMatrix held = kernels.heldAt(address);
            int here = held == null ? w : held.onHost(address, w);
            if (here > 0) {
                toDevice(DeviceQueue.Rows.LOADED, worker, u(row, column), address, here);
            }
            if (here < w) {
                queue.copy(DeviceQueue.Rows.LOADED, u(row, column + here), held.onDevice(address + 8L * here), w - here);
            }
        }
    }

    @Override
    public void move(int worker, long from, long to, int w) {
        DeviceQueue queue = queue(worker);
        HeldMatrix source = kernels.heldAt(from);
        HeldMatrix target = kernels.heldAt(to);
        int read = source == null ? w : source.onHost(from, w);
        int written = target == null ? w : target.onHost(to, w);
        int both = Math.min(read, written);
        if (both > 0) {
            // work that was submitted before may still read at these places
            queue.await();
            OffHeap.copy(from, to, 8L * both);
        }
        int one = Math.max(read, written);
        if (both < one && read > written) {
            toDevice(DeviceQueue.Rows.MOVED, worker, target.onDevice(to + 8L * both), from + 8L * both, one - both);
        } else if (both < one) {
            hostsQueue(worker).download(to + 8L * both, source.onDevice(from + 8L * both), one - both);
        }
        if (one < w) {
            queue.copy(DeviceQueue.Rows.MOVED, target.onDevice(to + 8L * one), source.onDevice(from + 8L * one), w - one);
        }
    }

    /** Copies {@code w} doubles of the host to the device, together with other rows where the device can read this memory itself. */
    private void toDevice(DeviceQueue.Rows kind, int worker, long to, long host, int w) {
        DeviceQueue queue = hostsQueue(worker);
        long mapped = device.mapped(host, 8L * w);
        if (mapped != 0) {
            queue.copy(kind, to, mapped, w);
        } else {
            queue.upload(to, host, w);
        }
    }

    @Override
    public void solve(int worker, int column, int w) {
        ArgumentChecks.checkWindow(0, l1, column, w, maxCols);
        queue(worker).solve(w, l1.cols(), deviceL1, ldl1, u(0, column), ldu);
    }

    @Override
    public void store(int worker, int row, int column, long address, int w) {
        ArgumentChecks.checkWindow(row, l1, column, w, maxCols);
        PendingStore store = stores[worker];
        boolean follows = store.rows > 0 && row == store.row + store.rows && column == store.column && w == store.w;
        if (follows && store.rows == 1 && address - store.address >= 8L * w) {
            store.stride = address - store.address;
            store.rows = 2;
        } else if (follows && store.rows > 1 && address == store.address + store.rows * store.stride) {
            store.rows++;
        } else {
            flush(worker, queue(worker));
            store.row = row;
            store.column = column;
            store.w = w;
            store.address = address;
            store.stride = 8L * w;
            store.rows = 1;
        }
    }

    private void flush(int worker, DeviceQueue queue) {
        PendingStore store = stores[worker];
        if (store.rows > 0) {
            HeldMatrix held = kernels.heldAt(store.address);
            int here = held == null ? store.w : held.onHost(store.address, store.w);
            if (here > 0) {
                hostsQueue(worker).download(store.address, store.stride / 8, u(store.row, store.column), ldu, here, store.rows);
            }
            if (here < store.w) {
                queue.copy(held.onDevice(store.address + 8L * here), held.deviceLd(), u(store.row, store.column + here), ldu,
                        store.w - here, store.rows);
            }
            store.rows = 0;
        }
    }

    @Override
    public void multiply(int worker, int column, int from, MatrixHandle handle) {
        MatrixRef at = ArgumentChecks.checkMultiply(l1, l2.rows(), column, maxCols, from, handle);
        if (at.rows() == 0 || at.cols() == 0) {
            return;
        }
        DeviceQueue queue = queue(worker);
        HeldMatrix held = kernels.heldAt(at.address());
        int here = held == null ? at.rows() : held.onHost(at.address(), at.rows());
        if (here < at.rows()) {
            queue.subtractProduct(at.rows() - here, at.cols(), l1.cols(), u(0, column + here), ldu, deviceL2 + 8L * from, ldl2,
                    held.onDevice(at.address() + 8L * here), held.deviceLd());
        }
        if (here > 0) {
            stream(worker, queue, here, at.cols(), (first, rows, buffer, ld) -> {
                long host = at.address() + 8L * first * at.ld();
                queue.upload(buffer, ld, host, at.ld(), here, rows);
                queue.subtractProduct(here, rows, l1.cols(), u(0, column), ldu, deviceL2 + 8L * (from + first), ldl2, buffer, ld);
                queue.download(host, at.ld(), buffer, ld, here, rows);
            });
        }
    }

    /**
     * The action that {@code stream} applies to one piece of {@code rows} rows from {@code first} on, in a buffer of leading dimension
     * {@code ld}.
     */
    private interface Piece {
        void at(int first, int rows, long buffer, int ld);
    }

    /** Passes {@code columns} columns of {@code rows} rows piece by piece through the worker's buffer. */
    private void stream(int worker, DeviceQueue queue, int columns, int rows, Piece piece) {
        usesHost[worker] = true;
        int ld = padded(columns);
        int most = Math.clamp(STREAM_DOUBLES / ld, 1, maxRows);
        if (buffers[worker] == 0) {
            int widest = padded(maxCols);
            buffers[worker] = device.tryAllocate(8 * Math.min((long) widest * maxRows, Math.max(STREAM_DOUBLES, widest)), arena);
        }
        if (buffers[worker] == 0) {
            throw new KernelException(device.info().name() + " has no memory left for the blocks that stream through it: give the matrix "
                    + "less with --device-memory, or choose a smaller N");
        }
        for (int first = 0; first < rows; first += most) {
            piece.at(first, Math.min(most, rows - first), buffers[worker], ld);
        }
    }

    @Override
    public void multiplyInto(int worker, int column, int from, MatrixHandle handle, MatrixRef to) {
        MatrixRef at = ArgumentChecks.checkMultiply(l1, l2.rows(), column, maxCols, from, handle);
        if (at.rows() > 0 && at.cols() > 0) {
            multiplyNext(worker, column, from, at);
            hostsQueue(worker).download(to.address(), to.ld(), next + 8L * from, ldl2, at.cols(), at.rows());
        }
    }

    @Override
    public boolean factors() {
        return panel != null;
    }

    @Override
    public boolean factors(PivotTrade trade) {
        return panel != null && panel.reaches(trade);
    }

    @Override
    public void multiplyNext(int worker, int column, MatrixHandle handle) {
        multiplyNext(worker, column, 0, ArgumentChecks.checkMultiply(l1, l2.rows(), column, maxCols, 0, handle));
    }

    @Override
    public void takeNext(int worker, MatrixRef rows) {
        DeviceQueue queue = hostsQueue(worker);
        // the last panel that was here may still be read
        kernels.letFollow(queue);
        queue.upload(next, ldl2, rows.address(), rows.ld(), rows.rows(), rows.cols());
    }

    private DeviceQueue queueOfPanels(int worker) {
        if (worker != 0) {
            throw new IllegalArgumentException("worker=" + worker + ": worker 0 factors panels");
        }
        return hostsQueue(worker);
    }

    @Override
    public void factorNext(int worker, MatrixRef to) {
        DeviceQueue queue = queueOfPanels(worker);
        panel.factor(to.rows(), to.cols(), next);
        queue.download(to.address(), to.ld(), next, ldl2, to.rows(), to.cols());
        factoredL1 = next;
        factoredLdl1 = ldl2;
        factoredL2 = next + 8L * to.cols();
    }

    @Override
    public void factorShared(int worker, MatrixRef to, PivotTrade trade) {
        DeviceQueue queue = queueOfPanels(worker);
        panel.factorShared(to.rows(), next, nextL1, ldl1, trade);
        MatrixRef its = trade.l1();
        queue.download(its.address(), its.ld(), nextL1, ldl1, its.rows(), its.cols());
        int top = trade.holdsTop() ? its.rows() : 0;
        factoredL1 = nextL1;
        factoredLdl1 = ldl1;
        factoredL2 = next + 8L * top;
        queue.download(to.address() + 8L * top, to.ld(), factoredL2, ldl2, to.rows() - top, to.cols());
    }

    @Override
    public void pivots(int[] to, int n) {
        panel.pivots(to, n);
    }

    @Override
    public void adopt(int worker, PanelUpdate factored) {
        DevicePanelUpdate by = (DevicePanelUpdate) factored;
        DeviceQueue queue = queue(worker);
        // the last panel that was here may still be read
        letFollow(queue);
        queue.copy(deviceL1, ldl1, by.factoredL1, by.factoredLdl1, l1.rows(), l1.cols());
        queue.copy(deviceL2, ldl2, by.factoredL2, by.ldl2, l2.rows(), l2.cols());
    }

    /** Computes the columns of the next panel in the device's memory, for the rows of L2 from {@code from} on. */
    private void multiplyNext(int worker, int column, int from, MatrixRef at) {
        int w = at.rows();
        int m = at.cols();
        DeviceQueue queue = queue(worker);
        HeldMatrix held = kernels.heldAt(at.address());
        int here = held == null ? w : held.onHost(at.address(), w);
        long mine = next + 8L * from;
        if (here < w) {
            queue.transpose(m, w - here, held.onDevice(at.address() + 8L * here), held.deviceLd(), mine + 8L * here * ldl2, ldl2);
        }
        if (here > 0) {
            stream(worker, queue, here, m, (first, rows, buffer, ld) -> {
                queue.upload(buffer, ld, at.address() + 8L * first * at.ld(), at.ld(), here, rows);
                queue.transpose(rows, here, buffer, ld, mine + 8L * first, ldl2);
            });
        }
        queue.subtractProduct(m, w, l1.cols(), deviceL2 + 8L * from, ldl2, u(0, column), ldu, mine, ldl2);
    }
}
