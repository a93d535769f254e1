package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.carry.BlockCarrier;
import hplhetero.hpl.carry.FirstFailure;
import hplhetero.hpl.carry.StopPoint;
import hplhetero.hpl.choose.StepLearner;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.lu.GridCommunicators;
import hplhetero.hpl.lu.LuFactorization;
import hplhetero.hpl.lu.LuWorkspace;
import hplhetero.hpl.lu.StepMode;
import hplhetero.hpl.lu.StopSignal;
import hplhetero.hpl.lu.VerifiedFactorization;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.matrix.MatrixGenerator;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.problem.Bitflip;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.problem.VerifySteps;
import hplhetero.hpl.result.DeviceReport;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.result.StepTests;
import hplhetero.hpl.result.StepsDone;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.solve.BackSubstitution;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.trust.Checksums;
import hplhetero.hpl.trust.StepVerifier;
import hplhetero.hpl.verify.ResidualCheck;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * A rank's memory for one case, taken before the clock starts, and the steps of the solve that work on this memory. Owner: the rank's
 * thread.
 */
final class CaseWorkspace {
    private final HplCase hplCase;
    private final Communicator ranks;
    private final WorkerPool pool;
    private LocalLayout layout;
    /** The gathering of the run's time series, where one is recorded. */
    private final Optional<TimeSeriesGathering> series;
    private final PhaseTimers timers;
    private final Agreement agreement;
    private LocalMatrix[] matrices;
    private LuFactorization lu;
    private BackSubstitution substitution;
    /** The residual check; null where the case is not to be checked. */
    private ResidualCheck check;
    private final int lacking;
    private final boolean hasDevice;
    private final TrustSettings trust;
    private final RankContext context;
    /** The times by which each panel goes to the device or to the workers. */
    private final PanelTimes panels;
    private final StepLearner learner;
    private GridCommunicators communicators;
    private StepMode mode;
    /** The memory of the factorization and of the back substitution beside the matrix, which depends on the map. */
    private Arena work = MessageMemory.open();
    /** The tests of the factorization while it runs; null where nothing is tested. */
    private StepVerifier verifier;

    /**
     * Takes all memory that this rank can get; {@link #complete} tells whether all ranks got theirs. Collective over the ranks of the case.
     *
     * @param panels the times by which each panel goes to this rank's device or to its workers
     */
    CaseWorkspace(HplCase hplCase, RankContext context, PanelTimes panels, Arena arena) {
        this.hplCase = hplCase;
        this.panels = panels;
        this.context = context;
        learner = StepLearner.of(hplCase);
        ranks = context.ranks();
        pool = context.pool();
        trust = context.trust();
        BlockMap map = BlockMap.of(hplCase);
        layout = new LocalLayout(trust.verifies() ? map.carrying(Checksums.COLUMNS) : map, ranks.rank());
        series = context.recording() == Recording.TIME_SERIES ? Optional.of(new TimeSeriesGathering(layout.map())) : Optional.empty();
        timers = series.map(its -> its.timers(ranks.rank(), pool.workers())).orElseGet(() -> new PhaseTimers(pool.workers()));
        agreement = context.agreement();
        hasDevice = context.kernels().device().isPresent();
        allocateMatrices(context.kernels(), arena);
        int without = firstWithout(matrices);
        if (without == ranks.size()) {
            allocateWork(arena);
            without = firstWithout(substitution);
        }
        lacking = without;
    }

    private void allocateMatrices(DenseKernels kernels, Arena arena) {
        try {
            matrices = IntStream.range(0, layout.localColumns().size()).mapToObj(s -> matrix(s, arena).held(kernels, arena))
                    .toArray(LocalMatrix[]::new);
        } catch (OutOfMemoryError e) {
            // The matrices stay null, and all ranks agree next on who lacks memory.
        }
    }

    private LocalMatrix matrix(int s, Arena arena) {
        LocalLayout.LocalColumn column = layout.localColumns().get(s);
        return LocalMatrix.allocate(column.column(), column.rowSet(), layout.rowSets().get(column.rowSet()).rows(), column.cols(),
                layout.columnCapacity(s, hplCase.rebalance()), arena);
    }

    private void allocateWork(Arena arena) {
        boolean multiThreaded = agreement.largest(pool.workers()) > 1;
        // Where some rank has several workers, each rank packs for itself: its workers share what the sender would have to pack alone.
        mode = new StepMode(multiThreaded, !multiThreaded && sharesPackedPanels(), devicesShareFactoring());
        try {
            communicators = new GridCommunicators(ranks, layout, context.siteOf());
            check = hplCase.threshold() > 0 ? new ResidualCheck(ranks, pool, hplCase.n(), arena) : null;
            allocateSteps();
            if (trust.verifies()) {
                verifier = new StepVerifier(ranks, layout, matrices, pool, trust, agreement::largest, arena);
                lu.test(verifier.schedule(), verifier.faults(), arena);
            }
        } catch (OutOfMemoryError e) {
            // What was not allocated stays null, and all ranks agree next on who lacks memory.
        }
    }

    /** Allocates what the panel steps and the back substitution need on the present map. */
    private void allocateSteps() {
        substitution = null;
        lu = new LuFactorization(new LuWorkspace(hplCase, mode, communicators, layout, matrices, context.kernels(), pool, timers, learner,
                panels, work));
        substitution = new BackSubstitution(ranks, layout, matrices, context.kernels(), pool, timers, work);
    }

    /**
     * Goes on on another map, on which block columns behind the applied panels have other owners: moves them there, and takes over the
     * state of the factorization. Collective over the ranks of the case.
     *
     * @param map    the map, which differs from the present one in the virtual columns of these block columns alone
     * @param panels number of panels that have been applied
     * @throws CommException on all ranks, where one of them lacks memory
     */
    void follow(BlockMap map, int panels) {
        LocalLayout next = new LocalLayout(map, ranks.rank());
        LocalMatrix[] moved = new LocalMatrix[matrices.length];
        Arrays.setAll(moved, s -> matrices[s].withColumns(next.localColumns().get(s).cols()));
        int[] itself = IntStream.range(0, ranks.size()).toArray();
        new BlockCarrier(ranks, layout.map(), itself, map).carryInPlace(panels, matrices, moved, pool);
        LuFactorization stopped = lu;
        layout = next;
        matrices = moved;
        work.close();
        work = MessageMemory.open();
        Optional<String> lacking = Optional.empty();
        try {
            allocateSteps();
            lu.takeOver(stopped, panels);
        } catch (OutOfMemoryError e) {
            lacking = Optional.of("no memory for panels on the map that has followed the ranks' speeds: choose a smaller N, or --rebalance"
                    + " no");
        }
        FirstFailure.among(ranks, lacking).ifPresent(why -> {
            throw ranks.rank() == 0 ? new CommException(why) : CommException.toldByRank0(why);
        });
    }

    /** Frees the memory of the panel steps, when nobody works in it any more. */
    void close() {
        work.close();
    }

    /**
     * Returns whether panels can be packed once by their senders: all ranks' kernels use one packed form, and all layouts allow it.
     * Collective.
     */
    private boolean sharesPackedPanels() {
        String form = context.kernels().packedForm();
        boolean can = !form.isEmpty() && Panel.canBeSentPacked(layout);
        return agreement.isCommon(form) && agreement.smallest(can ? 1 : 0) > 0;
    }

    /**
     * Returns whether devices factor panels together with other ranks. Where two ranks have one device, a program of one rank that waits
     * for a pivot could keep the other rank's program from running, and so wait for ever. Collective.
     */
    private boolean devicesShareFactoring() {
        if (trust.verifies() || agreement.largest(context.kernels().factorsPanels() ? 1 : 0) == 0) {
            return false;
        }
        return agreement.areDistinct(context.kernels().device().map(its -> its.place(ranks.hostName())).orElse(""));
    }

    /** Returns the first rank on which {@code thing} is null, or the number of ranks where no rank lacks it. Collective. */
    private int firstWithout(Object thing) {
        return (int) agreement.smallest(thing == null ? ranks.rank() : ranks.size());
    }

    /** Returns whether all ranks of the case got the memory that they need for it. */
    boolean complete() {
        return lacking == ranks.size();
    }

    /** Returns the first rank that did not get its memory, or the number of ranks where none lacks any. Equal on all ranks. */
    int lacking() {
        return lacking;
    }

    /**
     * Fills this rank's part of the matrix: with a state from which the case goes on, where there is one, else with netlib's random
     * elements of [A | b]. Collective over the ranks of the case.
     *
     * @param states states of the case on this rank
     */
    void fill(Checkpoints states) {
        Optional<StopPoint> state = states.resume(layout.map().carrying(0), matrices);
        if (state.isPresent()) {
            lu.resume(state.get().pivots(), state.get().zeroPivot());
            if (verifier != null) {
                verifier.resume(state.get().panels());
            }
        } else {
            generate();
        }
    }

    /** Fills this rank's part of the matrix [A | b] with netlib's random elements. */
    void generate() {
        lu.begin();
        MatrixGenerator generator = new MatrixGenerator(hplCase.n());
        for (LocalMatrix a : matrices) {
            pool.run(MatrixGenerator.parts(a), (task, worker) -> generator.fill(a, task), () -> false);
            a.memory().adopt();
        }
        if (verifier != null) {
            verifier.begin();
        }
    }

    /** Lets the bits flip that are to flip on purpose. Without this call, as in a warm-up, none does. */
    void emulateFlips() {
        lu.emulate(trust.flips());
    }

    /** Returns what the tests of the factorization have found, equal on all ranks; the hosts are not filled in. */
    StepTests stepTests() {
        List<String> flips = trust.flips().stream().map(Bitflip::words).toList();
        return verifier == null ? new StepTests(VerifySteps.NO, 0, 0, List.of(), flips)
                : new StepTests(trust.steps(), verifier.comparisons(), verifier.panels(), verifier.findings(), flips);
    }

    /** Returns whether an error has ended the factorization. Equal on all ranks of the case. */
    boolean ended() {
        return verifier != null && verifier.ended();
    }

    /**
     * Factors the matrix, and tests the factorization where that is asked for: {@link #ended} tells whether it was ended by an error.
     * Collective over the ranks of the case.
     *
     * @param columnsDone hears after each panel step how many columns are factored
     * @return 1 + the first column with a zero pivot as far as this rank knows, or 0
     */
    int factor(IntConsumer columnsDone) {
        if (verifier != null) {
            verified().run(0, StopSignal.NEVER, columnsDone);
            return lu.zeroPivot();
        }
        return factors() ? lu.run(columnsDone) : 0;
    }

    /**
     * Factors the matrix from a panel on, until it is told to stop, or {@link #ended} by an error. Collective over the ranks of the case;
     * where nothing is tested, a rank that owns no cell returns at once.
     *
     * @param from        number of the first panel
     * @param stop        tells when to stop
     * @param columnsDone hears after each panel step how many columns are factored
     * @return the panel before which the factorization has stopped, the number of panels where it is complete; 0 on a rank without cells
     */
    int factor(int from, StopSignal stop, IntConsumer columnsDone) {
        if (verifier != null) {
            return verified().run(from, stop, columnsDone);
        }
        return factors() ? lu.runUntil(from, stop, columnsDone) : 0;
    }

    /** Returns the operations that go on in the background while this rank factors; null on a rank without cells. */
    ProgressLoop progress() {
        return factors() ? lu.progress() : null;
    }

    private VerifiedFactorization verified() {
        return new VerifiedFactorization(lu, verifier, layout.map().panels(), factors());
    }

    /** Returns 1 + the first column with a zero pivot so far, as far as this rank knows, or 0. */
    int zeroPivot() {
        return lu.zeroPivot();
    }

    /**
     * Returns the row swaps of the panels that have been applied: element i is the global row that was swapped with row i. All are 0 on a
     * rank without cells.
     *
     * @param panels number of these panels
     */
    int[] pivots(int panels) {
        return Arrays.copyOf(lu.pivots(), Math.min(hplCase.n(), panels * layout.map().nb()));
    }

    /** Returns whether this rank owns cells, so that it takes part in the factorization. */
    boolean factors() {
        return matrices.length > 0;
    }

    /** Returns the local matrices of this rank. */
    LocalMatrix[] matrices() {
        return matrices;
    }

    /** Returns the broadcast and row swap that each panel step took, where the program chose. Collective over the ranks of the case. */
    StepsDone steps() {
        return hplCase.steps().free() == StepChoices.Free.NOTHING ? StepsDone.NONE : StepLearner.done(agreement.largest(lu.steps()));
    }

    /**
     * Does the back substitution. Returns a vector of N doubles in which this rank has set the elements of x that belong to diagonal blocks
     * of its own.
     */
    MemorySegment solve() {
        return substitution.run();
    }

    /** Generates A and b again and computes the residual of x. Collective over the ranks of the case. */
    Residual check(MemorySegment x) {
        return check.of(x, layout.map());
    }

    /** Returns the look-ahead depth that was asked for, in panels. */
    int depth() {
        return hplCase.depth();
    }

    /** Returns which blocks of the matrix this rank owns. */
    LocalLayout layout() {
        return layout;
    }

    /** Returns the timers that record in which phases this rank's workers spend their time. */
    PhaseTimers timers() {
        return timers;
    }

    /** Returns what this rank's device and the workers beside it did; empty where the rank has no device. */
    Optional<DeviceReport> device() {
        return lu == null || !hasDevice ? Optional.empty()
                : Optional.of(new DeviceReport(lu.hostShare(), lu.transferSeconds(), timers.busyWorkers(Phase.COMPUTING),
                        context.kernels().unlockedBytes(), panels));
    }

    /**
     * Returns the time series of the run on rank 0; empty on other ranks, and where nothing was recorded. Collective over the ranks of the
     * case.
     */
    Optional<TimeSeries> timeSeries() {
        return series.flatMap(its -> its.gathered(ranks, timers));
    }

    /** Frees the communicators of the factorization. Collective over the ranks of the case. */
    void free() {
        lu.free();
    }
}
