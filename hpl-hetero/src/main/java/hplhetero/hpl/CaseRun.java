package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Communicator;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.lu.GridCommunicators;
import hplhetero.hpl.lu.LuFactorization;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.matrix.MatrixGenerator;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.solve.BackSubstitution;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.verify.ResidualCheck;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** One case on one of its ranks, from memory to residual. */
final class CaseRun {
    /** The first case of a shape is preceded by warm-ups, so long at a time, with rests for the compiler. */
    private static final double BURST_SECONDS = 0.05;
    private static final long REST_NANOS = 30_000_000;
    /** The compiler is done when it was not busy for longer in each of so many bursts. */
    private static final long MOST_QUIET_MILLIS = 4;
    private static final int QUIET_BURSTS = 3;
    /** Ranks in processes of their own compile for themselves, on cores that they keep busy: docs/decisions/0006. */
    private static final double MOST_WARM_UP_SECONDS = 8.0;
    /**
     * Operations of a case that are worth a second of it: a small one does not wait for the compiler's last touch. Ranks
     * that talk to each other have more to compile, and keep the cores from the compiler while they wait for each other.
     */
    private static final double FLOP_PER_SECOND = 6e8;
    private static final double FLOP_PER_SECOND_WITH_A_LIBRARY = 1e9;
    private static final double FLOP_PER_SECOND_AMONG_RANKS = 2e8;
    /** Below this order a case is over before a compiler would help. */
    private static final int WORTH_WARMING = 500;
    /** Many short panels: what counts for the compiler is how often a method is called. No multiple of anything: see {@link #warmUp}. */
    private static final int WARM_UP_ORDER = 517;
    private static final int WARM_UP_NB = 32;
    /** Its few calls in a solve leave back substitution to be compiled within the clock, on cores that have none to spare. */
    private static final int WARM_UP_SUBSTITUTIONS = 4;

    private final HplCase hplCase;
    private final Communicator ranks;
    private final int[] siteOf;
    private final DenseKernels kernels;
    private final WorkerPool pool;
    private final SolveListener listener;
    private final Agreement agreement;
    private final LocalLayout place;
    private final PhaseTimers timers;
    private double warmUpSeconds;

    /** @param siteOf site of each of {@code ranks} */
    CaseRun(HplCase hplCase, Communicator ranks, int[] siteOf, DenseKernels kernels, WorkerPool pool, SolveListener listener) {
        this.hplCase = hplCase;
        this.ranks = ranks;
        this.siteOf = siteOf;
        this.kernels = kernels;
        this.pool = pool;
        this.listener = listener;
        agreement = new Agreement(ranks);
        place = new LocalLayout(BlockMap.of(hplCase), ranks.rank());
        timers = new PhaseTimers(pool.workers());
    }

    /**
     * Runs it.
     *
     * @param warmupState what this rank has warmedUp so far
     * @return the result on rank 0, else null
     */
    CaseResult run(WarmupState warmupState) {
        if (hplCase.n() == 0) {
            return ranks.rank() == 0 ? nothing() : null;
        }
        long begin = System.nanoTime();
        warmUp(warmupState);
        warmUpSeconds = (System.nanoTime() - begin) * 1e-9;
        return pool.lend(arena -> {
            Equipment equipment = Equipment.allocate(this, arena);
            return equipment.complete() ? measure(equipment) : skipped(equipment.lacking);
        });
    }

    /** The result for N = 0. */
    private CaseResult nothing() {
        Instant now = Instant.now();
        CaseResult solved = solved(now, now, 0, 0, List.of());
        return isChecked() ? checked(solved, new Residual(0, 0, 0, 0, 0, 0, 0, 0)) : solved;
    }

    /**
     * All that a rank allocates before the clock starts.
     *
     * @param check   null where the case is not to be checked
     * @param lacking the first rank that did not get its memory, the same on all ranks, or as many as there are ranks
     */
    private record Equipment(LocalMatrix[] strips, LuFactorization lu, BackSubstitution solve, ResidualCheck check, int lacking,
            int ranks) {

        boolean complete() {
            return lacking == ranks;
        }

        /** Collective. */
        static Equipment allocate(CaseRun run, Arena arena) {
            LocalMatrix[] strips = matrices(run.place, arena);
            int size = run.ranks.size();
            int lacking = run.firstWithout(strips);
            return lacking < size ? new Equipment(null, null, null, null, lacking, size) : withWorkSpace(run, strips, arena);
        }

        private static Equipment withWorkSpace(CaseRun run, LocalMatrix[] strips, Arena arena) {
            LuFactorization lu = null;
            BackSubstitution solve = null;
            ResidualCheck check = null;
            boolean multiThreaded = run.agreement.largest(run.pool.workers()) > 1;
            // several workers pack together what one of them would have to pack alone
            boolean sendPacked = !multiThreaded && run.sharesPanelsPacked();
            try {
                GridCommunicators links = new GridCommunicators(run.ranks, run.place, run.siteOf);
                lu = new LuFactorization(run.hplCase, links, run.place, strips, run.kernels, run.pool, multiThreaded, sendPacked,
                        run.timers, arena);
                check = run.isChecked() ? new ResidualCheck(run.ranks, run.pool, run.hplCase.n(), arena) : null;
                solve = new BackSubstitution(run.ranks, run.place, strips, run.kernels, run.pool, run.timers, arena);
            } catch (OutOfMemoryError e) {
                // agreed upon next
            }
            return new Equipment(strips, lu, solve, check, run.firstWithout(solve), run.ranks.size());
        }

        private static LocalMatrix[] matrices(LocalLayout place, Arena arena) {
            try {
                return place.strips().stream().map(strip -> LocalMatrix.allocate(strip.column(), strip.rowSet(),
                        place.rowSets().get(strip.rowSet()).rows(), strip.cols(), arena)).toArray(LocalMatrix[]::new);
            } catch (OutOfMemoryError e) {
                return null;
            }
        }
    }

    /** Whether what one rank's kernels have packed is what every other's want. Collective. */
    private boolean sharesPanelsPacked() {
        String form = kernels.packedForm();
        boolean can = !form.isEmpty() && Panel.canBeSentPacked(place);
        return agreement.isCommon(form) && agreement.smallest(can ? 1 : 0) > 0;
    }

    /** The first rank where {@code thing} is null, or the number of ranks. Collective. */
    private int firstWithout(Object thing) {
        return (int) agreement.smallest(thing == null ? ranks.rank() : ranks.size());
    }

    private void generate(LocalMatrix[] strips) {
        MatrixGenerator generator = new MatrixGenerator(hplCase.n());
        for (LocalMatrix strip : strips) {
            pool.run(MatrixGenerator.parts(strip), (task, worker) -> generator.fill(strip, task), () -> false);
        }
    }

    private CaseResult measure(Equipment equipment) {
        ranks.activity().phase("generating A", -1);
        generate(equipment.strips);
        timers.reset();
        // made before the clock: the first use of a lambda takes milliseconds
        Advance advance = new Advance();
        agreement.barrier();
        Instant start = Instant.now();
        long clock = System.nanoTime();
        advance.clock = clock;
        int seen = factor(equipment, advance);
        ranks.activity().phase("back substitution", -1);
        MemorySegment x = equipment.solve.run();
        double mine = (System.nanoTime() - clock) * 1e-9;
        ranks.activity().phase("checking", -1);
        double seconds = agreement.largest(mine);
        Instant end = Instant.now();
        // rank 0 may have been left out
        int zeroPivot = (int) agreement.largest(seen);
        List<RankReport> reports = agreement.reports(report(seconds));
        equipment.lu.free();
        CaseResult solved = ranks.rank() == 0 ? solved(start, end, seconds, zeroPivot, reports) : null;
        return isChecked() ? checked(solved, equipment.check.of(x, place.map())) : solved;
    }

    /** All but the check; the listener hears it. On rank 0. */
    private CaseResult solved(Instant start, Instant end, double seconds, int zeroPivot, List<RankReport> reports) {
        List<RankReport> working = reports.stream().filter(report -> place.map().takesPart(report.rank())).toList();
        CaseResult solved = new CaseResult(hplCase, isChecked() ? CheckStatus.CHECKING : CheckStatus.UNCHECKED, start, end, seconds,
                Optional.empty(), zeroPivot > 0, working,
                zeroPivot > 0 ? "column " + (zeroPivot - 1) + " has no pivot: the matrix is singular" : "").withWarmUp(warmUpSeconds);
        listener.solved(solved);
        return solved;
    }

    /** @param solved null on all ranks but 0 */
    private CaseResult checked(CaseResult solved, Residual residual) {
        return solved == null ? null : solved.checked(status(residual), residual);
    }

    private boolean isChecked() {
        return hplCase.threshold() > 0;
    }

    /** Tells rank 0's listener how far the factorization is. */
    private final class Advance implements IntConsumer {
        private long clock;

        @Override
        public void accept(int columns) {
            if (ranks.rank() == 0) {
                listener.factored(hplCase, columns, System.nanoTime() - clock);
            }
        }
    }

    private boolean leftOut() {
        return place.strips().isEmpty();
    }

    /** A rank that owns no cell has no part in this. */
    private int factor(Equipment equipment, IntConsumer columnsDone) {
        return leftOut() ? 0 : equipment.lu.run(columnsDone);
    }

    private CheckStatus status(Residual residual) {
        // written so that a NaN fails
        return residual.scaled() < hplCase.threshold() ? CheckStatus.PASSED : CheckStatus.FAILED;
    }

    private CaseResult skipped(int lacking) {
        Instant now = Instant.now();
        List<RankReport> reports = agreement.reports(report(0));
        if (ranks.rank() != 0) {
            return null;
        }
        RankReport rank = reports.get(lacking);
        String need = "%.3g GiB".formatted(CaseMemory.bytes(hplCase, new LocalLayout(place.map(), lacking), rank.workers()) * 0x1p-30);
        return new CaseResult(hplCase, CheckStatus.SKIPPED, now, now, 0, Optional.empty(), false, List.of(),
                "rank " + lacking + " on " + rank.host() + " did not get the " + need + " it needs for N=" + hplCase.n()
                        + ": choose a smaller N, or raise what limits its memory (ulimit -v, the batch system, HPL_JAVA_OPTS=-Xmx)")
                        .withWarmUp(warmUpSeconds);
    }

    private RankReport report(double seconds) {
        return new RankReport(ranks.rank(), ranks.hostName(), pool.workers(),
                place.elements() / (double) hplCase.n() / (hplCase.n() + 1), timers.seconds(seconds));
    }

    /**
     * Touches every path of the case and every pair of ranks. The first time that a process meets a grid of this shape it goes
     * on until the compiler has done its work: first with many short panels, for what counts is how often a method is called,
     * then with the case's own. The last block is narrower than NB, as the case's is: compiled code gives up at the first edge
     * it has never seen.
     */
    void warmUp(WarmupState warmupState) {
        if (hplCase.n() < WORTH_WARMING) {
            return;
        }
        ranks.activity().phase("warming up", -1);
        double flopPerSecond = ranks.size() > 1 ? FLOP_PER_SECOND_AMONG_RANKS
                : kernels.bytecode() ? FLOP_PER_SECOND : FLOP_PER_SECOND_WITH_A_LIBRARY;
        double worth = hplCase.flops() / flopPerSecond;
        double most = agreement.largest(warmupState.lacking(hplCase, Math.min(worth, MOST_WARM_UP_SECONDS)));
        boolean cold = most > 0;
        int nb = place.map().nb();
        boolean quiet = !cold || warmUp(WARM_UP_ORDER, Math.min(WARM_UP_NB, nb), most / 2);
        int blocks = cold ? Math.max(4, (WARM_UP_ORDER + nb - 1) / nb) : 2;
        quiet &= warmUp(blocks * nb + hplCase.n() % nb, nb, most / 2);
        if (cold) {
            warmupState.warmedUp(hplCase, most, quiet);
        }
    }

    /** As {@link #warmUp(double, Arena)}, with the case's variant on a smaller matrix. */
    private boolean warmUp(int order, int nb, double most) {
        HplCase small = hplCase.with(Math.min(hplCase.n(), order), nb, 0);
        return pool.lend(arena -> new CaseRun(small, ranks, siteOf, kernels, pool, SolveListener.NONE).warmUp(most, arena));
    }

    /**
     * Bursts of solves, and rests that leave the cores to the compiler, until it has had nothing left to do; for
     * {@code most} seconds at most, one solve at least.
     *
     * @return whether the compiler had nothing left to do
     */
    private boolean warmUp(double most, Arena arena) {
        Equipment equipment = Equipment.allocate(this, arena);
        if (!equipment.complete()) {
            return true;
        }
        long start = System.nanoTime();
        long compiled = compilerMillis();
        double elapsed;
        double rested = 0;
        int quiet = 0;
        do {
            solve(equipment);
            elapsed = agreement.largest((System.nanoTime() - start) * 1e-9);
            if (elapsed > rested + BURST_SECONDS && elapsed < most) {
                LockSupport.parkNanos(REST_NANOS);
                quiet = agreement.largest(compilerMillis() - compiled) > MOST_QUIET_MILLIS ? 0 : quiet + 1;
                compiled = compilerMillis();
                elapsed = agreement.largest((System.nanoTime() - start) * 1e-9);
                rested = elapsed;
            }
        } while (quiet < QUIET_BURSTS && elapsed < most);
        equipment.lu.free();
        return quiet == QUIET_BURSTS;
    }

    private void solve(Equipment equipment) {
        generate(equipment.strips);
        factor(equipment, columns -> { });
        for (int i = 0; i < WARM_UP_SUBSTITUTIONS; i++) {
            equipment.solve.run();
        }
        agreement.barrier();
    }

    /** Milliseconds that this process has compiled so far. */
    private static long compilerMillis() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return compiler == null ? 0 : compiler.getTotalCompilationTime();
    }
}
