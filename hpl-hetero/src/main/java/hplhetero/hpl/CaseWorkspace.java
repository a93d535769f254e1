package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Communicator;
import hplhetero.hpl.choose.StepLearner;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.lu.GridCommunicators;
import hplhetero.hpl.lu.LuFactorization;
import hplhetero.hpl.lu.LuWorkspace;
import hplhetero.hpl.lu.StepMode;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.matrix.MatrixGenerator;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.result.DeviceReport;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.result.StepsDone;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.solve.BackSubstitution;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.verify.ResidualCheck;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.IntConsumer;

/** A rank's memory for one case, taken before the clock starts, and the steps that work on it. Owner: the rank's thread. */
final class CaseWorkspace {
    private final HplCase hplCase;
    private final Communicator ranks;
    private final WorkerPool pool;
    private final LocalLayout layout;
    /** Where one is recorded. */
    private final Optional<TimeSeriesGathering> series;
    private final PhaseTimers timers;
    private final Agreement agreement;
    private LocalMatrix[] matrices;
    private LuFactorization lu;
    private BackSubstitution substitution;
    /** Null where the case is not to be checked. */
    private ResidualCheck check;
    private final int lacking;
    private final boolean hasDevice;

    /** Takes all memory that it gets. Collective. */
    CaseWorkspace(HplCase hplCase, RankContext context, Arena arena) {
        this.hplCase = hplCase;
        ranks = context.ranks();
        pool = context.pool();
        layout = new LocalLayout(BlockMap.of(hplCase), ranks.rank());
        series = context.recording() == Recording.TIME_SERIES ? Optional.of(new TimeSeriesGathering(layout.map())) : Optional.empty();
        timers = series.map(its -> its.timers(ranks.rank(), pool.workers())).orElseGet(() -> new PhaseTimers(pool.workers()));
        agreement = context.agreement();
        hasDevice = context.kernels().device().isPresent();
        allocateMatrices(context.kernels(), arena);
        int without = firstWithout(matrices);
        if (without == ranks.size()) {
            allocateWork(context, arena);
            without = firstWithout(substitution);
        }
        lacking = without;
    }

    private void allocateMatrices(DenseKernels kernels, Arena arena) {
        try {
            matrices = layout.localColumns().stream().map(column -> LocalMatrix.allocate(column.column(), column.rowSet(),
                    layout.rowSets().get(column.rowSet()).rows(), column.cols(), kernels, arena)).toArray(LocalMatrix[]::new);
        } catch (OutOfMemoryError e) {
            // agreed upon next
        }
    }

    private void allocateWork(RankContext context, Arena arena) {
        boolean multiThreaded = agreement.largest(pool.workers()) > 1;
        // several workers pack together what one of them would have to pack alone
        boolean sendPacked = !multiThreaded && sharesPackedPanels(context);
        try {
            GridCommunicators communicators = new GridCommunicators(ranks, layout, context.siteOf());
            lu = new LuFactorization(new LuWorkspace(hplCase, new StepMode(multiThreaded, sendPacked), communicators, layout, matrices,
                    context.kernels(), pool, timers, StepLearner.of(hplCase), arena));
            check = hplCase.threshold() > 0 ? new ResidualCheck(ranks, pool, hplCase.n(), arena) : null;
            substitution = new BackSubstitution(ranks, layout, matrices, context.kernels(), pool, timers, arena);
        } catch (OutOfMemoryError e) {
            // agreed upon next
        }
    }

    /** Whether what one rank's kernels have packed is what every other's want. Collective. */
    private boolean sharesPackedPanels(RankContext context) {
        String form = context.kernels().packedForm();
        boolean can = !form.isEmpty() && Panel.canBeSentPacked(layout);
        return agreement.isCommon(form) && agreement.smallest(can ? 1 : 0) > 0;
    }

    /** The first rank where {@code thing} is null, or the number of ranks. Collective. */
    private int firstWithout(Object thing) {
        return (int) agreement.smallest(thing == null ? ranks.rank() : ranks.size());
    }

    /** Whether all ranks got their memory. */
    boolean complete() {
        return lacking == ranks.size();
    }

    /** The first rank that did not get its memory, the same on all ranks. */
    int lacking() {
        return lacking;
    }

    void generate() {
        lu.begin();
        MatrixGenerator generator = new MatrixGenerator(hplCase.n());
        for (LocalMatrix a : matrices) {
            pool.run(MatrixGenerator.parts(a), (task, worker) -> generator.fill(a, task), () -> false);
            a.memory().adopt();
        }
    }

    /**
     * Factors; a rank that owns no cell has no part in this.
     *
     * @return 1 + the first column with a zero pivot as far as this rank knows, or 0
     */
    int factor(IntConsumer columnsDone) {
        return matrices.length == 0 ? 0 : lu.run(columnsDone);
    }

    /** What each panel step took, where the program chose. Collective. */
    StepsDone steps() {
        return hplCase.steps().free() == StepChoices.Free.NOTHING ? StepsDone.NONE : StepLearner.done(agreement.largest(lu.steps()));
    }

    /** Back substitution. Returns a vector of N with the x_k whose diagonal blocks this rank owns. */
    MemorySegment solve() {
        return substitution.run();
    }

    /** Regenerates A and b, and holds x against them. */
    Residual check(MemorySegment x) {
        return check.of(x, layout.map());
    }

    LocalLayout layout() {
        return layout;
    }

    /** Where the time of this rank goes. */
    PhaseTimers timers() {
        return timers;
    }

    /** What this rank's device and its workers beside it did, where it has one. */
    Optional<DeviceReport> device() {
        return lu == null || !hasDevice ? Optional.empty()
                : Optional.of(new DeviceReport(lu.hostShare(), lu.transferSeconds(), timers.busyWorkers(Phase.COMPUTING)));
    }

    /** What was recorded, on rank 0; empty elsewhere, and where nothing was. Collective. */
    Optional<TimeSeries> timeSeries() {
        return series.flatMap(its -> its.gathered(ranks, timers));
    }

    /** Gives the communicators back. Collective. */
    void free() {
        lu.free();
    }
}
