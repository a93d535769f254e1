package hplhetero.blas.device;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceInfo;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.Diagonal;
import hplhetero.blas.HostPart;
import hplhetero.blas.KernelException;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.UpdateTasks;
import hplhetero.blas.VectorRef;
import hplhetero.blas.host.nativeblas.NativeProvider;
import hplhetero.blas.host.vector.VectorProvider;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Kernels whose panel updates a device computes. All other calls go to kernels of the host. */
@SuppressWarnings("restricted") // ties the end of a held matrix to an arena's
public final class DeviceKernels implements DenseKernels {
    /**
     * The tasks of a device, wide enough to keep the device busy with one task, so that fetching rows for it costs little in comparison.
     */
    private static final UpdateTasks TASKS = new UpdateTasks(UpdateTasks.Cut.COLUMNS, 32 * PanelUpdate.COLUMN_UNIT,
            340 * PanelUpdate.COLUMN_UNIT);
    private static final int LINE = 32;

    private final String name;
    private final Device device;
    private final DenseKernels host;
    private final long mostBytes;
    /** The host's part of the update; empty where the host's workers are to take no columns. */
    private final Optional<HostPart> hostPart;
    private final DeviceOptions.Panels panels;
    /** Whether a small panel was tried on the device. */
    private boolean tried;
    /** Why the device does not factor panels; empty where it does, and before it was tried. */
    private Optional<String> fault = Optional.empty();
    private final CopyOnWriteArrayList<HeldMatrix> held = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<DevicePanelUpdate> updates = new CopyOnWriteArrayList<>();
    /** Bytes of the memory in use that the system did not let the device lock. */
    private final AtomicLong unlocked = new AtomicLong();

    /**
     * Creates kernels that update panels on {@code device} and pass all other calls to {@code host}.
     *
     * @param name    the provider's name
     * @param options the most device memory for matrices, and the share of the columns for the host's workers
     */
    public DeviceKernels(String name, Device device, DenseKernels host, DeviceOptions options) {
        this.name = name;
        this.device = device;
        this.host = host;
        mostBytes = options.mostBytes();
        panels = options.panels();
        OptionalDouble share = options.hostShare();
        hostPart = share.isPresent() && share.getAsDouble() == 0 ? Optional.empty() : Optional.of(new MeasuredHostPart(this, host, share));
    }

    /**
     * Creates kernels whose panel updates a device computes; all other calls go to the fastest of the host's kernels: the native library,
     * or the Java kernels where it cannot be loaded.
     *
     * @param name    the provider's name
     * @param device  the device
     * @param options the most device memory for matrices, and the share of the columns for the host's workers
     */
    public static DeviceKernels of(String name, Device device, DeviceOptions options) {
        DenseKernels host;
        try {
            host = new NativeProvider().load(Optional.empty());
        } catch (KernelException | LinkageError e) {
            host = new VectorProvider().load(Optional.empty());
        }
        return new DeviceKernels(name, device, host, options);
    }

    /** Returns the held matrix that contains an address of the host's memory, or null. */
    HeldMatrix heldAt(long address) {
        for (int i = 0; i < held.size(); i++) {
            HeldMatrix matrix = held.get(i);
            if (matrix.contains(address)) {
                return matrix;
            }
        }
        return null;
    }

    /** Has the work that a queue gets from now on begin only when the work is done that updates have left to the device. */
    void letFollow(DeviceQueue queue) {
        updates.forEach(update -> update.letFollow(queue));
    }

    /** Returns whether the device factors panels. The first call has it factor a small one, and compares the result with the host's. */
    @Override
    public synchronized boolean factorsPanels() {
        if (!tried) {
            fault = panels != DeviceOptions.Panels.HOST ? PanelTrial.fault(device) : Optional.of("--panels host");
            tried = true;
        }
        return fault.isEmpty();
    }

    @Override
    public boolean panelsAreOpen() {
        return panels == DeviceOptions.Panels.AUTO && factorsPanels();
    }

    @Override
    public Optional<DeviceInfo> device() {
        return Optional.of(device.info());
    }

    @Override
    public Optional<HostPart> hostPart() {
        return hostPart;
    }

    @Override
    public MatrixMemory hold(MatrixRef transposed, Arena arena) {
        long columns = transposed.cols() == 0 ? 0 : roomToHold() / 8 / transposed.cols() / LINE * LINE;
        int ld = (int) Math.min(columns, (transposed.rows() + LINE - 1) / LINE * LINE);
        long memory = ld == 0 ? 0 : device.tryAllocate(8L * ld * transposed.cols(), arena);
        long work = memory == 0 ? 0 : device.tryAllocate(HeldMatrix.workBytes(transposed, ld), arena);
        if (work == 0) {
            return MatrixMemory.HOST;
        }
        pin(transposed.segment(), arena);
        HeldMatrix matrix = new HeldMatrix(device, transposed, memory, ld, work, this::letFollow, arena);
        held.add(matrix);
        MemorySegment.NULL.reinterpret(arena, nothing -> held.remove(matrix));
        return matrix;
    }

    @Override
    public long roomToHold() {
        device.use();
        return Math.max(0, Math.min(mostBytes, device.freeBytes() - device.info().bytesForWork()));
    }

    @Override
    public void pin(MemorySegment memory, Arena arena) {
        if (!device.lock(memory, arena)) {
            unlocked.addAndGet(memory.byteSize());
            MemorySegment.NULL.reinterpret(arena, nothing -> unlocked.addAndGet(-memory.byteSize()));
        }
    }

    @Override
    public long unlockedBytes() {
        return unlocked.get();
    }

    @Override
    public PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        DevicePanelUpdate update = new DevicePanelUpdate(this, device, maxRows, maxCols, nb, workers, arena);
        updates.add(update);
        MemorySegment.NULL.reinterpret(arena, nothing -> {
            updates.remove(update);
            update.end();
        });
        return update;
    }

    @Override
    public UpdateTasks updateTasks(int nb) {
        return TASKS;
    }

    /**
     * Returns how many of a rank's workers submit panel updates: at most three. These are the rank's thread, which submits updates between
     * panels, and two workers whose tasks overlap on the device.
     */
    @Override
    public int updateWorkers(int workers) {
        return Math.min(workers, 3);
    }

    /**
     * Returns more rows than L2 ever has, so that no update is cut by rows. Shorter calls would gain nothing: the worker looks after
     * messages while the device computes.
     */
    @Override
    public int leastPartRows() {
        return Integer.MAX_VALUE / 2;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        String deviceFactors = panelsAreOpen() ? "the device where it is faster, else " : factorsPanels() ? "the device, else "
                : "not the device (" + fault.orElseThrow() + "), but ";
        return String.format(Locale.ROOT, "%s, %.0f GiB, driver of %s, %s; panels: %s%s", device.info().name(),
                device.info().bytes() * 0x1p-30, device.info().driver(), device.description(), deviceFactors, host.description());
    }

    @Override
    public List<String> notes() {
        return host.notes();
    }

    /** Returns false: elements may depend on the sizes of a call, because a library may order sums by them. */
    @Override
    public boolean reproducible() {
        return false;
    }

    @Override
    public boolean bytecode() {
        return host.bytecode();
    }

    @Override
    public void dgemm(Transpose transA, Transpose transB, double alpha, MatrixRef a, MatrixRef b, double beta, MatrixRef c) {
        host.dgemm(transA, transB, alpha, a, b, beta, c);
    }

    @Override
    public void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a, MatrixRef b) {
        host.dtrsm(side, triangle, transA, diagonal, alpha, a, b);
    }

    @Override
    public void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y) {
        host.dgemv(transA, alpha, a, x, beta, y);
    }

    @Override
    public void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x) {
        host.dtrsv(triangle, transA, diagonal, a, x);
    }

    @Override
    public void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a) {
        host.dger(alpha, x, y, a);
    }

    @Override
    public void dscal(double alpha, VectorRef x) {
        host.dscal(alpha, x);
    }

    @Override
    public int idamax(VectorRef x) {
        return host.idamax(x);
    }
}
