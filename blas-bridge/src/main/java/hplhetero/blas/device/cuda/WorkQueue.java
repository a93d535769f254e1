package hplhetero.blas.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.blas.device.DeviceQueue;
import hplhetero.blas.device.PanelOperations;
import hplhetero.ffm.Pages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * A queue that is a stream of the device, with a BLAS handle that submits to the stream. The device carries submitted work out in order.
 * Owner: one thread at a time.
 */
final class WorkQueue implements DeviceQueue, PanelOperations {
    private static final int MOST_ROWS = 1_024;
    private static final long PAIR_BYTES = 16;
    /** The most submissions of the row kernel whose addresses the device may still have to read. */
    private static final int MOST_LISTS = 8;
    private static final long LIST_BYTES = MOST_ROWS * PAIR_BYTES;

    private final Gpu gpu;
    private final DeviceLibrary library;
    private final Vendor.Programs names;
    private final boolean urgent;
    private final long stream;
    private final DeviceBlas blas;
    /** The event that {@link #mark} records. */
    private final long event;
    /** Whether the event stands behind work of whose end the owner does not know. Written by the owner. */
    private volatile boolean marked;
    /** The BLAS handle whose calls are submitted to {@link #stream}. */
    private final long handle;
    /** The kernel that copies many rows at once; null where rows are copied one by one. */
    private final RowKernel rowKernel;
    /**
     * {@link #MOST_LISTS} lists with the addresses from and to of row copies. Each list is submitted as a whole. The memory is locked where
     * the system allows it, and the device reads a list from there.
     */
    private final MemorySegment lists;
    private final MemorySegment arguments;
    /** The device's name for {@link #lists}; 0 where the device cannot read them. */
    private final long mappedLists;
    /** Memory of the device to which a list is copied where the device cannot read {@link #lists}; else 0. */
    private final long deviceList;
    /** Number of the list that takes the next row copy. A list is used again when the device has done all work. */
    private int list;
    /** The programs that factor panels; null where the device has none. */
    private final PanelKernels panelKernels;
    /** Memory of the device for {@link #panelKernels}; 0 where the device has no such programs, or no memory left. */
    private final long panelWork;
    /** Number of arrivals at meetings in all runs with {@link #panelWork}, which wraps around. */
    private int arrivals;
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
        names = library.vendor().programs;
        stream = library.createStream(urgent);
        event = library.createEvent();
        blas = library.blas();
        handle = blas.create(stream);
        rowKernel = gpu.rowKernel().orElse(null);
        // never freed: memory that is freed while it is locked would stay locked for whoever gets it next
        lists = Arena.global().allocate(MOST_LISTS * LIST_BYTES, Pages.BYTES);
        arguments = Arena.ofAuto().allocate(DeviceProgram.ARGUMENT_BYTES, Long.BYTES);
        mappedLists = rowKernel != null && library.lock(lists.address(), lists.byteSize()) ? library.mapped(lists.address()) : 0;
        deviceList = rowKernel == null || mappedLists != 0 ? 0 : library.allocate(LIST_BYTES);
        if (rowKernel != null && mappedLists == 0 && deviceList == 0) {
            throw new OutOfMemoryError(gpu.name() + " has fewer than " + LIST_BYTES + " bytes left");
        }
        panelKernels = gpu.panelKernels().orElse(null);
        panelWork = panelKernels == null ? 0 : library.allocate(PanelKernels.WORK_BYTES);
        if (panelWork != 0) {
            // no block has come to a meeting yet; the memory of the arguments is zero, and is read before the call returns
            library.copy(panelWork, arguments.address(), Long.BYTES, DeviceLibrary.HOST_TO_DEVICE, stream);
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
        boolean idle = library.isIdle(stream);
        if (idle) {
            list = 0;
            marked = false;
        }
        return idle;
    }

    @Override
    public boolean marks() {
        return true;
    }

    @Override
    public void mark() {
        flush();
        library.record(event, stream);
        marked = true;
    }

    @Override
    public void follow(DeviceQueue other) {
        WorkQueue before = (WorkQueue) other;
        if (before.marked && before != this) {
            flush();
            library.waitFor(stream, before.event);
        }
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
        if (waiting == 0 && list == MOST_LISTS) {
            await();
        }
        long pair = list * LIST_BYTES + waiting * PAIR_BYTES;
        lists.set(JAVA_LONG, pair, from);
        lists.set(JAVA_LONG, pair + Long.BYTES, to);
        waiting++;
    }

    private void flush() {
        if (waiting > 0) {
            int count = waiting;
            waiting = 0;
            long pairs = deviceList;
            if (mappedLists != 0) {
                pairs = mappedLists + list++ * LIST_BYTES;
            } else {
                // this memory is not locked, so it may be written again as soon as the call returns
                library.copy(deviceList, lists.address(), count * PAIR_BYTES, DeviceLibrary.HOST_TO_DEVICE, stream);
            }
            library.vendor().checkStatus(names.launch(), rowKernel.copy(pairs, count, width, arguments, stream));
        }
    }

    @Override
    public void copy(long to, long toLd, long from, long fromLd, int rows, int cols) {
        flush();
        if (rows > 0 && cols > 0) {
            library.copy(to, Double.BYTES * toLd, from, Double.BYTES * fromLd, (long) Double.BYTES * rows, cols,
                    DeviceLibrary.DEVICE_TO_DEVICE, stream);
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
            blas.subtractProduct(handle, m, n, k, a, lda, b, ldb, c, ldc);
        }
    }

    @Override
    public void solve(int m, int n, long a, int lda, long b, int ldb) {
        flush();
        if (m > 0 && n > 0) {
            blas.solve(handle, m, n, a, lda, b, ldb);
        }
    }

    @Override
    public void transpose(int m, int n, long a, int lda, long c, int ldc) {
        flush();
        if (m > 0 && n > 0) {
            blas.transpose(handle, m, n, a, lda, c, ldc);
        }
    }

    @Override
    public Optional<PanelOperations> panels() {
        return panelWork == 0 ? Optional.empty() : Optional.of(this);
    }

    @Override
    public void factorColumns(int m, int n, long a, int lda, long pivots) {
        factorSharedColumns(m, n, a, lda, pivots, PanelKernels.ALONE);
    }

    @Override
    public void factorSharedColumns(int m, int n, long a, int lda, long pivots, Shared shared) {
        flush();
        if (m > 0 && n > 0) {
            library.vendor().checkStatus(names.launchTogether(),
                    panelKernels.factor(m, n, a, lda, pivots, shared, panelWork, arrivals, arguments, stream));
            arrivals += PanelKernels.arrivals(m, n);
        }
    }

    @Override
    public void swapRows(int n, long a, int lda, long pivots, int count) {
        flush();
        if (n > 0 && count > 0) {
            library.vendor().checkStatus(names.launch(), panelKernels.swap(n, a, lda, pivots, count, arguments, stream));
        }
    }

    @Override
    public void solveLeft(int m, int n, long a, int lda, long b, int ldb) {
        flush();
        if (m > 0 && n > 0) {
            blas.solveLeft(handle, m, n, a, lda, b, ldb);
        }
    }

    @Override
    public void subtract(int m, int n, int k, long a, int lda, long b, int ldb, long c, int ldc) {
        flush();
        if (m > 0 && n > 0 && k > 0) {
            blas.subtract(handle, m, n, k, a, lda, b, ldb, c, ldc);
        }
    }

    @Override
    public void downloadPivots(long host, long pivots, int count) {
        flush();
        library.copy(host, pivots, (long) Integer.BYTES * count, DeviceLibrary.DEVICE_TO_HOST, stream);
    }

    /** Gives the stream, its BLAS handle and this queue's device memory back. */
    void close() {
        if (mappedLists != 0) {
            library.unlock(lists.address());
        } else if (deviceList != 0) {
            library.free(deviceList);
        }
        if (panelWork != 0) {
            library.free(panelWork);
        }
        blas.destroy(handle);
        library.destroyEvent(event);
        library.destroyStream(stream);
    }
}
