package hplhetero.hpl.calibrate;

import hplhetero.blas.Completion;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixHandle;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.VectorRef;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Kernels that take longer in their own time: their clock is ahead of the wall's by a factor of what their calls took. One thread calls
 * them, or the factor is 0.
 *
 * @param clock  the clock that is put ahead, in nanoseconds
 * @param factor asked for at each call: by how many times its duration the clock goes ahead
 * @param tally  the products of trailing updates
 * @param ahead  nanoseconds by which the clock is ahead
 */
record SlowKernels(DenseKernels kernels, LongSupplier clock, DoubleSupplier factor, Tally tally, AtomicLong ahead) implements DenseKernels {

    /** What products were seen to take, whatever disturbs them: a calibration takes most of its time for them. */
    static final class Tally {
        private final DoubleAdder flop = new DoubleAdder();
        private final DoubleAdder seconds = new DoubleAdder();
        private final DoubleAccumulator fastest = new DoubleAccumulator(Math::max, 0);

        private void add(double one, double took) {
            flop.add(one);
            seconds.add(took);
            fastest.accumulate(one / took);
        }

        /** Gflop/s of all products of a thread. */
        double meanGflops() {
            return 1e-9 * flop.sum() / seconds.sum();
        }

        /** Gflop/s of the fastest one. */
        double mostGflops() {
            return 1e-9 * fastest.get();
        }
    }

    SlowKernels(DenseKernels kernels, double factor) {
        this(kernels, () -> factor);
    }

    SlowKernels(DenseKernels kernels, DoubleSupplier factor) {
        this(kernels, System::nanoTime, factor, new Tally(), new AtomicLong());
    }

    /** Returns kernels whose time is the CPU time of the one thread that calls them: other load does not slow them. */
    static SlowKernels inCpuTime(DenseKernels kernels, double factor) {
        return new SlowKernels(kernels, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime, () -> factor, new Tally(),
                new AtomicLong());
    }

    /** Time as it passes for who calls these kernels, in nanoseconds. */
    long nanoTime() {
        return clock.getAsLong() + ahead.get();
    }

    private void slowed(Runnable call) {
        slowed(() -> {
            call.run();
            return 0;
        });
    }

    private int slowed(IntSupplier call) {
        long start = clock.getAsLong();
        int result = call.getAsInt();
        ahead.addAndGet((long) (factor.getAsDouble() * (clock.getAsLong() - start)));
        return result;
    }

    @Override
    public String name() {
        return kernels.name();
    }

    @Override
    public String description() {
        return kernels.description() + ", slowed";
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
        slowed(() -> kernels.dgemm(transA, transB, alpha, a, b, beta, c));
    }

    @Override
    public void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a, MatrixRef b) {
        slowed(() -> kernels.dtrsm(side, triangle, transA, diagonal, alpha, a, b));
    }

    @Override
    public void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y) {
        slowed(() -> kernels.dgemv(transA, alpha, a, x, beta, y));
    }

    @Override
    public void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x) {
        slowed(() -> kernels.dtrsv(triangle, transA, diagonal, a, x));
    }

    @Override
    public void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a) {
        slowed(() -> kernels.dger(alpha, x, y, a));
    }

    @Override
    public void dscal(double alpha, VectorRef x) {
        slowed(() -> kernels.dscal(alpha, x));
    }

    @Override
    public int idamax(VectorRef x) {
        return slowed(() -> kernels.idamax(x));
    }

    @Override
    public long packedBytes(int rows, int jb) {
        return kernels.packedBytes(rows, jb);
    }

    @Override
    public PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        PanelUpdate update = kernels.panelUpdate(maxRows, maxCols, nb, workers, arena);
        return new PanelUpdate() {
            @Override
            public int begin(MatrixRef l1, MatrixRef l2, MemorySegment packed) {
                return update.begin(l1, l2, packed);
            }

            @Override
            public int beginPacked(MatrixRef l1, int m, MemorySegment packed) {
                return update.beginPacked(l1, m, packed);
            }

            @Override
            public Completion submitted(int worker) {
                return update.submitted(worker);
            }

            @Override
            public void pack(int worker, int task) {
                slowed(() -> update.pack(worker, task));
            }

            @Override
            public void load(int worker, int row, int column, long address, int w) {
                update.load(worker, row, column, address, w);
            }

            @Override
            public void move(int worker, long from, long to, int w) {
                update.move(worker, from, to, w);
            }

            @Override
            public void solve(int worker, int column, int w) {
                slowed(() -> update.solve(worker, column, w));
            }

            @Override
            public void store(int worker, int row, int column, long address, int w) {
                update.store(worker, row, column, address, w);
            }

            @Override
            public void multiply(int worker, int column, int from, MatrixHandle at) {
                long start = nanoTime();
                slowed(() -> update.multiply(worker, column, from, at));
                tally.add(2.0 * at.rows() * at.cols() * nb, 1e-9 * (nanoTime() - start));
            }

            @Override
            public void multiplyInto(int worker, int column, int from, MatrixHandle at, MatrixRef to) {
                multiply(worker, column, from, at);
                OffHeap.transpose(MatrixRef.onHost(at), to);
            }
        };
    }
}
