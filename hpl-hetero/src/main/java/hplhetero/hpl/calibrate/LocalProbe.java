package hplhetero.hpl.calibrate;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.VirtualGrid;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.matrix.MatrixGenerator;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.pfact.PanelBlock;
import hplhetero.hpl.pfact.PanelFactorization;
import hplhetero.hpl.pfact.Pivoting;
import hplhetero.hpl.pfact.SharedKernels;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.swap.LocalRowSwap;
import hplhetero.hpl.swap.RowPermutation;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.update.TrailingUpdate;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * A matrix that one rank has alone, on which it does panel steps of any size as {@code lu.LuFactorization} does them. Not collective:
 * nothing is sent. Owner: the rank's thread.
 */
final class LocalProbe {
    private static final long[] NO_WORD = {};
    /** Factor of the random elements of L1 and L2, so small that one panel can be applied again and again. */
    private static final double MULTIPLIER = 1e-3;
    /** Slot of the update that holds the panel which updates apply. */
    private static final int APPLIED = 0;
    /** Slot of the update that holds the panel being factored. */
    private static final int FACTORED = 1;

    private final int order;
    private final int nb;
    private final WorkerPool pool;
    private final LongSupplier nanoTime;
    private final Random random = new Random(1);
    private final LocalMatrix a;
    private final Panel applied;
    private final Panel factored;
    private final TrailingUpdate update;
    private final PanelFactorization factorization;
    /** The factorization by workers of panels that may also go to a device which trades pivots. */
    private final PanelFactorization inDeviceOrder;
    private final Pivoting pivoting;
    private final RowPermutation permutation;
    private final SwappedRows rows;
    private final int[] ipiv;

    /** Where the matrix of a probe is. */
    enum Place {
        /** Where a run has it: on a device as far as it fits. */
        HELD,
        /** In the host's memory, from which it streams through a device. */
        STREAMED
    }

    /**
     * Creates a probe with a matrix in the given memory.
     *
     * @param order      order of the matrix, &gt; nb
     * @param nb         block size of the panels
     * @param segment    memory of {@link #bytes} bytes, filled with finite numbers; probes of several block sizes may share it if their
     *                   matrix is in one place
     * @param place      where the matrix is
     * @param variant    how panels are factored
     * @param sendPacked whether the rank that factors a panel packs it for all ranks, see {@link Panel}: packing then counts as part of a
     *                   panel, otherwise as part of an update
     * @param nanoTime   the clock that times kernels, in nanoseconds
     * @param arena      arena for work space
     */
    LocalProbe(int order, int nb, MemorySegment segment, Place place, PanelVariant variant, DenseKernels kernels, WorkerPool pool,
            boolean sendPacked, LongSupplier nanoTime, Arena arena) {
        this.order = order;
        this.nb = nb;
        this.pool = pool;
        this.nanoTime = nanoTime;
        LocalLayout layout = layout(order, nb);
        BlockList cols = layout.localColumns().getFirst().cols();
        LocalMatrix host = new LocalMatrix(0, 0, layout.rowSets().getFirst().rows(), cols, segment,
                LocalMatrix.leadingDimension(cols.size()));
        if (place == Place.STREAMED) {
            kernels.pin(segment, arena);
        }
        a = place == Place.STREAMED ? host : host.held(kernels, arena);
        a.memory().adopt();
        PhaseTimers timers = new PhaseTimers(pool.workers());
        List<Panel.RowLink> alone = List.of(new Panel.RowLink(0, new int[] {0}, null));
        applied = new Panel(layout, alone, 0, kernels, sendPacked, arena);
        factored = new Panel(layout, alone, 0, kernels, sendPacked, arena);
        update = new TrailingUpdate(layout, new LocalMatrix[] {a}, kernels, 2, pool, timers, arena);
        DenseKernels panelKernels = SharedKernels.of(kernels, pool, timers);
        factorization = new PanelFactorization(panelKernels, variant, timers);
        inDeviceOrder = new PanelFactorization(panelKernels, PanelFactorization.DEVICE_ORDER, timers);
        pivoting = new Pivoting(panelKernels, null, 1, nb, 0, 0, new ProgressLoop(), arena);
        kernels.pin(pivoting.memory(), arena);
        permutation = new RowPermutation(nb);
        rows = new SwappedRows(nb);
        ipiv = new int[nb];
        applied.assign(0);
        fill(applied.work(0));
        fill(applied.l1());
        if (sendPacked) {
            // the packed panel as it would arrive; smaller updates take the part they need
            update.packToSend(applied, APPLIED, 0);
        }
    }

    private static LocalLayout layout(int order, int nb) {
        VirtualGrid alone = new VirtualGrid(1, 1, new int[] {0});
        return new LocalLayout(new BlockMap(order, nb, alone, new int[Math.ceilDiv(order, nb)], new int[Math.ceilDiv(order + 1, nb)]), 0);
    }

    /** Returns the bytes of a matrix of this order with its right-hand side. */
    static long bytes(int order) {
        return LocalMatrix.bytes(order, order + 1);
    }

    /** Allocates the memory of a matrix of this order and fills it, with all workers. */
    static MemorySegment matrix(int order, WorkerPool pool, Arena arena) {
        LocalLayout layout = layout(order, 64);
        LocalMatrix a = LocalMatrix.allocate(0, 0, layout.rowSets().getFirst().rows(), layout.localColumns().getFirst().cols(), arena);
        MatrixGenerator generator = new MatrixGenerator(order);
        pool.run(MatrixGenerator.parts(a), (task, worker) -> generator.fill(a, task), () -> false);
        return a.segment();
    }

    private void fill(MatrixRef to) {
        for (int j = 0; j < to.cols(); j++) {
            for (int i = 0; i < to.rows(); i++) {
                to.set(i, j, MULTIPLIER * (random.nextDouble() - 0.5));
            }
        }
    }

    /**
     * The size of an update, nearest to a wanted m x n among those that the matrix' blocks allow. Where n &gt; m the update also covers
     * columns left of the panel.
     *
     * @param panel     number of the block column whose panel is applied or factored
     * @param fromBlock first block column that is updated
     * @param m         rows below the panel's diagonal block
     * @param n         columns updated, from {@code fromBlock} to the right-hand side
     */
    record Size(int panel, int fromBlock, int m, int n) {
    }

    /**
     * Returns the size of an update that is nearest to a wanted size, among those that the blocks of this probe's matrix allow.
     *
     * @param m wanted number of rows
     * @param n wanted number of columns
     */
    Size size(int m, int n) {
        int panel = Math.clamp((order - m) / nb - 1L, 0, order / nb - 2);
        int fromBlock = Math.clamp((order + 1L - n) / nb, n > m ? 0 : panel + 1, order / nb - 1);
        return new Size(panel, fromBlock, order - (panel + 1) * nb, order + 1 - fromBlock * nb);
    }

    /**
     * Does one trailing update: swap, solve, multiply.
     *
     * @param size    size of the update
     * @param between called while this thread waits
     * @return seconds taken
     */
    double update(Size size, BooleanSupplier between) {
        prepare(size);
        long clock = nanoTime.getAsLong();
        int first = a.cols().start(size.fromBlock);
        update.prepare(applied, APPLIED, new int[] {first});
        update.start(applied, APPLIED, List.of(new TrailingUpdate.Columns(0, first, size.n, 0, rows)), () -> false);
        new LocalRowSwap().start(a, permutation, first, size.n, rows, 0);
        update.ready();
        update.admitAll();
        pool.finish(between);
        update.settle(between);
        return since(clock);
    }

    private void prepare(Size size) {
        applied.assign(size.panel);
        int top = size.panel * nb;
        permutation.set(top, random.ints(nb, top, order).toArray(), nb);
    }

    /**
     * Does one panel factorization by this rank's thread and its team, while the other workers update as they do in a run.
     *
     * @param size size whose panel is factored: the panel has m + nb rows
     * @return seconds taken
     */
    double panel(Size size) {
        return panel(size, block -> factor(block, factorization));
    }

    /**
     * Does one panel factorization as {@link #panel(Size)} does, but by the device where it would factor this panel in a run in which it
     * has all rows. A device's time includes that the panel is sent there, although in a run most panels are on the device already.
     *
     * @param size  size whose panel is factored: the panel has m + nb rows
     * @param times the times by which panels go to the device or to the workers
     * @return seconds taken
     */
    double wholePanel(Size size, PanelTimes times) {
        return factors() && times.byDevice(size.m + nb) ? panel(size, block -> {
            long clock = sentToDevice(block);
            update.factor(block.rows(), ipiv);
            return since(clock);
        }) : panel(size);
    }

    /**
     * Does what this rank does in the factorization of a panel of which other ranks have rows too, as {@link #wholePanel} does. The device
     * asks this rank for each pivot, which answers at once with the device's own candidate: no messages are counted.
     *
     * @param size  size whose panel is factored: this rank has m + nb rows of it
     * @param times the times by which such panels go to the device or to the workers
     * @return seconds taken
     */
    double sharedPanel(Size size, PanelTimes times) {
        boolean byDevice = factorsShared() && times.byDevice(size.m + nb);
        return panel(size, byDevice ? block -> {
            long clock = sentToDevice(block);
            update.factor(block.rows(), pivoting.trade(block));
            return since(clock);
        } : block -> factor(block, inDeviceOrder));
    }

    /** Returns whether a device can factor panels all rows of which it has. */
    boolean factors() {
        return update.factors(0, 0);
    }

    /** Returns whether a device can factor this rank's rows of panels of which other ranks have rows too. */
    boolean factorsShared() {
        return update.factors(0, 0, pivoting.trade(block(0)));
    }

    /** Does something with a panel while the other workers update, and returns what that returns: the seconds taken. */
    private double panel(Size size, ToDoubleFunction<PanelBlock> factoring) {
        prepare(size);
        int first = a.cols().start(size.fromBlock);
        update.prepare(applied, APPLIED, new int[] {first});
        new LocalRowSwap().start(a, permutation, first, size.n, rows, 0);
        update.startEndless(applied, APPLIED, new TrailingUpdate.Columns(0, first, size.n, 0, rows));
        double seconds = factoring.applyAsDouble(block(size.panel));
        pool.abandon();
        return seconds;
    }

    private PanelBlock block(int k) {
        factored.assign(k);
        return new PanelBlock(k, factored.work(0), factored.l1(), ipiv, a.rows(), nb, 0, NO_WORD);
    }

    private double since(long clock) {
        return (nanoTime.getAsLong() - clock) * 1e-9;
    }

    private void copyTo(PanelBlock block) {
        int top = block.k() * nb;
        OffHeap.transpose(a.transposed(top, top, block.rows().rows(), nb), block.rows());
    }

    /** Submits a panel's copy to the device, and returns the time at which this began. */
    private long sentToDevice(PanelBlock block) {
        copyTo(block);
        long clock = nanoTime.getAsLong();
        update.toDevice(0, FACTORED, block.rows());
        return clock;
    }

    private double factor(PanelBlock block, PanelFactorization how) {
        long clock = nanoTime.getAsLong();
        copyTo(block);
        how.factor(block, pivoting);
        if (factored.isSentPacked()) {
            update.packToSend(factored, FACTORED, 0);
        }
        return since(clock);
    }

    /** Returns the floating-point operations of an update of this size: 2 m n nb + n nb^2. */
    double flops(Size size) {
        return 2.0 * size.m * size.n * nb + (double) size.n * nb * nb;
    }
}
