package hplhetero.blas.slowed;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceInfo;
import hplhetero.blas.Diagonal;
import hplhetero.blas.HostPart;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.UpdateTasks;
import hplhetero.blas.VectorRef;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Kernels of a processor that is slower by a factor, which may change from call to call. Each call takes that many times the CPU time it
 * uses; for the rest of the time its thread sleeps. Work of a rank outside of kernels (messages, row swaps) keeps its speed.
 *
 * <p>Each calling thread is slowed for itself.
 */
public final class SlowedKernels implements DenseKernels {
    private final DenseKernels kernels;
    private final DoubleSupplier factor;
    private final ThreadLocal<ThreadThrottle> throttles;

    private SlowedKernels(DenseKernels kernels, DoubleSupplier factor, ThreadLocal<ThreadThrottle> throttles) {
        this.kernels = kernels;
        this.factor = factor;
        this.throttles = throttles;
    }

    /**
     * Returns kernels whose calls take {@code factor} times the CPU time that those of {@code kernels} use; for 1, {@code kernels}
     * themselves.
     *
     * @param kernels kernels that compute
     * @param factor  the slowdown, &gt;= 1
     * @throws IllegalArgumentException unless {@code factor} is finite and at least 1
     */
    public static DenseKernels of(DenseKernels kernels, double factor) {
        if (!(factor >= 1 && factor < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("factor=" + factor + " of a slowdown: choose factor >= 1");
        }
        return factor == 1 ? kernels : of(kernels, () -> factor);
    }

    /**
     * Returns kernels whose calls take a number of times the CPU time that those of {@code kernels} use, and this number may change while
     * they run.
     *
     * @param kernels kernels that compute
     * @param factor  returns the slowdown of now, finite and &gt;= 1; called at the end of each call of a kernel, by any thread, so that
     *                it must return at once; a call of a kernel during which the slowdown changes counts by the later one
     */
    public static DenseKernels of(DenseKernels kernels, DoubleSupplier factor) {
        return new SlowedKernels(kernels, factor, () -> new ThreadThrottle(factor));
    }

    /**
     * Creates slowed kernels with other throttles.
     *
     * @param throttle maker of the throttle of one thread
     */
    SlowedKernels(DenseKernels kernels, DoubleSupplier factor, Supplier<ThreadThrottle> throttle) {
        this(kernels, factor, ThreadLocal.withInitial(throttle));
    }

    @Override
    public String name() {
        return kernels.name();
    }

    @Override
    public String description() {
        return String.format(Locale.ROOT, "slowed %s times: %s", factor.getAsDouble(), kernels.description());
    }

    @Override
    public List<String> notes() {
        return kernels.notes();
    }

    @Override
    public boolean reproducible() {
        return kernels.reproducible();
    }

    @Override
    public boolean bytecode() {
        return kernels.bytecode();
    }

    @Override
    public void dgemm(Transpose transA, Transpose transB, double alpha, MatrixRef a, MatrixRef b, double beta, MatrixRef c) {
        ThreadThrottle throttle = throttles.get();
        throttle.callStarts();
        kernels.dgemm(transA, transB, alpha, a, b, beta, c);
        throttle.callEnds();
    }

    @Override
    public void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a, MatrixRef b) {
        ThreadThrottle throttle = throttles.get();
        throttle.callStarts();
        kernels.dtrsm(side, triangle, transA, diagonal, alpha, a, b);
        throttle.callEnds();
    }

    @Override
    public void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y) {
        ThreadThrottle throttle = throttles.get();
        throttle.callStarts();
        kernels.dgemv(transA, alpha, a, x, beta, y);
        throttle.callEnds();
    }

    @Override
    public void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x) {
        ThreadThrottle throttle = throttles.get();
        throttle.callStarts();
        kernels.dtrsv(triangle, transA, diagonal, a, x);
        throttle.callEnds();
    }

    @Override
    public void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a) {
        ThreadThrottle throttle = throttles.get();
        throttle.callStarts();
        kernels.dger(alpha, x, y, a);
        throttle.callEnds();
    }

    @Override
    public void dscal(double alpha, VectorRef x) {
        ThreadThrottle throttle = throttles.get();
        throttle.callStarts();
        kernels.dscal(alpha, x);
        throttle.callEnds();
    }

    @Override
    public int idamax(VectorRef x) {
        ThreadThrottle throttle = throttles.get();
        throttle.callStarts();
        int largest = kernels.idamax(x);
        throttle.callEnds();
        return largest;
    }

    @Override
    public int leastPartRows() {
        return kernels.leastPartRows();
    }

    @Override
    public UpdateTasks updateTasks(int nb) {
        return kernels.updateTasks(nb);
    }

    @Override
    public long packedBytes(int rows, int jb) {
        return kernels.packedBytes(rows, jb);
    }

    @Override
    public String packedForm() {
        return kernels.packedForm();
    }

    @Override
    public Optional<DeviceInfo> device() {
        return kernels.device();
    }

    @Override
    public Optional<HostPart> hostPart() {
        return kernels.hostPart().map(SlowedHostPart::new);
    }

    /** The part of an update that the host can take beside a device, where both the device and the host's workers are slower. */
    private final class SlowedHostPart implements HostPart {
        private final HostPart part;

        SlowedHostPart(HostPart part) {
            this.part = part;
        }

        @Override
        public DenseKernels kernels() {
            return new SlowedKernels(part.kernels(), factor, throttles);
        }

        @Override
        public OptionalDouble share() {
            return part.share();
        }

        @Override
        public double deviceFlops() {
            return part.deviceFlops() / factor.getAsDouble();
        }

        @Override
        public double workerFlops() {
            return part.workerFlops() / factor.getAsDouble();
        }
    }

    @Override
    public int updateWorkers(int workers) {
        return kernels.updateWorkers(workers);
    }

    @Override
    public MatrixMemory hold(MatrixRef transposed, Arena arena) {
        return kernels.hold(transposed, arena);
    }

    @Override
    public long roomToHold() {
        return kernels.roomToHold();
    }

    @Override
    public void pin(MemorySegment memory, Arena arena) {
        kernels.pin(memory, arena);
    }

    @Override
    public long unlockedBytes() {
        return kernels.unlockedBytes();
    }

    @Override
    public PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        return new SlowedPanelUpdate(kernels.panelUpdate(maxRows, maxCols, nb, workers, arena), throttles);
    }
}
