package hplhetero.hpl;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.lu.StopSignal;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.hpl.result.PanelTimes;
import java.lang.foreign.Arena;
import java.util.concurrent.locks.LockSupport;

/**
 * The warm-up before a case: smaller cases with the same variant, which touch every path of the case and every pair of ranks. The first
 * time that a process meets a grid of this shape, many short panels come first, for what counts is how often a method is called. The first
 * time that it meets a grid of this shape or this NB, panels of this NB are repeated until the compiler has done its work, for kernels
 * differ by NB. The last block is narrower than NB, as in the case itself: compiled code gives up at the first edge it has never seen.
 * Measured in docs/decisions/0006.
 */
final class WarmUp {
    /** Seconds for which solves follow each other before ranks rest and leave their cores to the compiler. */
    private static final double BURST_SECONDS = 0.05;
    /** Nanoseconds for which ranks rest between bursts of solves, so that the compiler has their cores. */
    private static final long REST_NANOS = 30_000_000;
    /**
     * Milliseconds of compilation between two rests, at most, for a burst to count as quiet. After {@link #QUIET_BURSTS} quiet bursts in a
     * row the compiler is taken to be done.
     */
    private static final long MOST_QUIET_MILLIS = 4;
    private static final int QUIET_BURSTS = 3;
    /** Seconds of warm-up at most. Ranks in processes of their own compile for themselves, on cores that they keep busy. */
    private static final double MOST_WARM_UP_SECONDS = 8.0;
    /**
     * Operations of a case for which it is worth a second of warm-up, with kernels in bytecode and one rank: a small case does not wait for
     * the compiler's last touch. Several ranks are worth more warm-up: they have more to compile, and keep the cores from the compiler
     * while they wait for each other.
     */
    private static final double FLOP_PER_SECOND = 6e8;
    private static final double FLOP_PER_SECOND_WITH_A_LIBRARY = 1e9;
    private static final double FLOP_PER_SECOND_AMONG_RANKS = 2e8;
    /** Order below which a case is over before a compiler would help. */
    private static final int LEAST_ORDER = 500;
    /**
     * Order of the warm-up with many short panels: what counts for the compiler is how often a method is called. The order is a multiple of
     * no block size.
     */
    private static final int WARM_UP_ORDER = 517;
    private static final int WARM_UP_NB = 32;
    /**
     * Number of blocks of the case's own NB in a warm-up, at least, when the code is compiled already; {@link #FEWEST_COLD_BLOCKS} is the
     * number before.
     */
    private static final int FEWEST_BLOCKS = 2;
    private static final int FEWEST_COLD_BLOCKS = 4;
    /**
     * Number of back substitutions after each factorization of a warm-up. One alone makes so few calls that back substitution would be
     * compiled within the clock, on cores that have none to spare.
     */
    private static final int WARM_UP_SUBSTITUTIONS = 4;

    private final RankContext context;
    private final Agreement agreement;
    private final WarmupState state;
    private final JustInTimeCompiler compiler = new JustInTimeCompiler();

    WarmUp(RankContext context, WarmupState state) {
        this.context = context;
        this.state = state;
        agreement = context.agreement();
    }

    /**
     * Warms up for a case. Collective over the ranks of the case.
     *
     * @return whether the case is large enough to be worth a warm-up
     */
    boolean before(HplCase hplCase) {
        if (hplCase.n() < LEAST_ORDER) {
            return false;
        }
        context.ranks().activity().phase("warming up", -1);
        double worthSeconds = Math.min(hplCase.flops() / flopPerSecond(), Math.min(MOST_WARM_UP_SECONDS, state.mostSeconds()));
        double shape = agreement.largest(state.lacking(hplCase, worthSeconds));
        double own = Math.max(shape / 2, agreement.largest(state.lackingBlockSize(hplCase, worthSeconds)));
        int nb = hplCase.blockSize();
        boolean quiet = shape == 0 || smaller(hplCase, WARM_UP_ORDER, Math.min(WARM_UP_NB, nb), shape / 2);
        int blocks = own > 0 ? Math.max(FEWEST_COLD_BLOCKS, Math.ceilDiv(WARM_UP_ORDER, nb)) : FEWEST_BLOCKS;
        boolean ownQuiet = smaller(hplCase, blocks * nb + hplCase.n() % nb, nb, own);
        if (own > 0) {
            state.warmedUp(hplCase, shape, quiet && ownQuiet);
            state.warmedUpBlockSize(nb, own, ownQuiet);
        }
        return true;
    }

    /** Returns the seconds of warm-ups before a calibration, which served this case too. Each is told once. */
    double earlierSeconds() {
        return state.charged();
    }

    private double flopPerSecond() {
        if (context.ranks().size() > 1) {
            return FLOP_PER_SECOND_AMONG_RANKS;
        }
        return context.kernels().bytecode() ? FLOP_PER_SECOND : FLOP_PER_SECOND_WITH_A_LIBRARY;
    }

    /**
     * Warms up with the case's variant on a matrix of at most {@code order}, as {@link #repeat} does. Returns whether the compiler had
     * nothing left to do.
     */
    private boolean smaller(HplCase hplCase, int order, int nb, double mostSeconds) {
        HplCase small = hplCase.with(Math.min(hplCase.n(), order), nb, 0).with(hplCase.steps().rehearsal())
                .with(context.follows(hplCase) ? new Rebalance(true, 0) : Rebalance.NO);
        return context.pool().lend(arena -> repeat(small, mostSeconds, arena));
    }

    /**
     * Repeats bursts of solves, and rests that leave the cores to the compiler, until the compiler has had nothing left to do. Takes
     * {@code mostSeconds} at most, but one solve at least. Collective over the ranks of the case.
     *
     * @return whether the compiler had nothing left to do
     */
    private boolean repeat(HplCase small, double mostSeconds, Arena arena) {
        CaseWorkspace workspace = new CaseWorkspace(small, context, PanelTimes.NONE, arena);
        if (!workspace.complete()) {
            workspace.close();
            return true;
        }
        if (small.rebalance().follows()) {
            rehearseMove(workspace, workspace.layout().map());
        }
        long start = System.nanoTime();
        long compiled = compiler.millis();
        double elapsed;
        double rested = 0;
        int quiet = 0;
        do {
            solve(workspace);
            elapsed = agreement.largest(secondsSince(start));
            if (elapsed > rested + BURST_SECONDS && elapsed < mostSeconds) {
                LockSupport.parkNanos(REST_NANOS);
                boolean atWork = compiler.isBusy() || compiler.millis() - compiled > MOST_QUIET_MILLIS;
                quiet = agreement.largest(atWork ? 1 : 0) > 0 ? 0 : quiet + 1;
                compiled = compiler.millis();
                elapsed = agreement.largest(secondsSince(start));
                rested = elapsed;
            }
        } while (quiet < QUIET_BURSTS && elapsed < mostSeconds);
        workspace.free();
        workspace.close();
        return quiet == QUIET_BURSTS;
    }

    /** Moves block columns in the middle of a solve, so that the classes for this are loaded when the clock runs. Collective. */
    private void rehearseMove(CaseWorkspace workspace, BlockMap map) {
        int stop = 1 + map.lookAhead(workspace.depth());
        if (stop >= map.panels()) {
            return;
        }
        int[] kappa = map.kappa().clone();
        System.arraycopy(map.kappa(), stop, kappa, stop + 1, kappa.length - stop - 1);
        kappa[stop] = map.kappa()[kappa.length - 1];
        workspace.generate();
        workspace.factor(0, k -> true, columns -> { });
        workspace.follow(new BlockMap(map.n(), map.nb(), map.grid(), map.rho(), kappa), stop);
        workspace.factor(stop, StopSignal.NEVER, columns -> { });
        workspace.solve();
        agreement.barrier();
    }

    private void solve(CaseWorkspace workspace) {
        workspace.generate();
        workspace.timers().start(System.nanoTime());
        workspace.factor(columns -> { });
        for (int i = 0; i < WARM_UP_SUBSTITUTIONS; i++) {
            workspace.solve();
        }
        workspace.timers().ended(System.nanoTime());
        agreement.barrier();
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) * 1e-9;
    }
}
