package hplhetero.hpl;

import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.adapt.Move;
import hplhetero.hpl.adapt.MoveCost;
import hplhetero.hpl.adapt.MoveRule;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.lu.StopSignal;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.MapMove;
import hplhetero.hpl.result.Phase;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The factorization of a case whose map follows the speeds of its ranks: in parts, between which block columns move. Ranks tell each other
 * after each window of panel steps for how long they computed. A window's numbers go around while the next one is computed, and all ranks
 * decide alike. Owner: the rank's thread.
 */
final class Following implements StopSignal {
    /** The work that counts: a rank's time for it is in proportion to the elements that the rank updates. */
    private static final Set<Phase> UPDATING = Collections.unmodifiableSet(EnumSet.of(Phase.DTRSM, Phase.DGEMM));

    private final HplCase hplCase;
    private final CaseWorkspace workspace;
    private final SolveListener listener;
    private final Agreement agreement;
    private final int me;
    private final int workers;
    private final MoveRule rule;
    private final int stepsOfWindow;
    /** The ranks that own cells; null on a rank that owns none. */
    private final Communicator factoring;
    /** Seconds for an operation of each rank in the last window, indexed by rank of the case. */
    private final MemorySegment told;
    private final Collectives.Allreduce tell;
    private final List<MapMove> moves = new ArrayList<>();
    private Optional<Move> wanted = Optional.empty();
    /** Whether the numbers of a window are on their way. */
    private boolean telling;
    private int steps;
    /** Operations of this rank's updates in the present window. */
    private double operations;
    /** Nanoseconds of all workers' updates before the present window. */
    private long before;

    /**
     * Makes the factorization of a case whose matrix is filled. Collective over the ranks of the case.
     *
     * @param context  what this rank needs to take part in the test
     * @param listener hears on rank 0 of moves
     * @param arena    arena that memory for messages is taken from
     */
    Following(HplCase hplCase, CaseWorkspace workspace, RankContext context, SolveListener listener, Arena arena) {
        this.hplCase = hplCase;
        this.workspace = workspace;
        this.listener = listener;
        agreement = context.agreement();
        me = context.ranks().rank();
        workers = context.pool().workers();
        BlockMap map = workspace.layout().map();
        int ranks = context.ranks().size();
        int depth = map.lookAhead(hplCase.depth());
        rule = new MoveRule(map, ranks, hplCase.rebalance(), depth, new MoveCost(context.bytesPerSecond(),
                (int) -agreement.largest(-workers), depth));
        stepsOfWindow = MoveRule.stepsOfWindow(map.panels());
        factoring = context.ranks().split(workspace.factors() ? 0 : Communicator.NO_COLOR, me);
        told = arena.allocate(ValueLayout.JAVA_DOUBLE, ranks);
        tell = factoring == null ? null : CollectiveAlgorithms.of(factoring).allreduce(told.byteSize(), Following::larger, Tags.AGREEMENT);
    }

    private static void larger(MemorySegment inout, MemorySegment in) {
        for (long i = 0; i < inout.byteSize() / Double.BYTES; i++) {
            inout.setAtIndex(ValueLayout.JAVA_DOUBLE, i,
                    Math.max(inout.getAtIndex(ValueLayout.JAVA_DOUBLE, i), in.getAtIndex(ValueLayout.JAVA_DOUBLE, i)));
        }
    }

    /** Frees the communicator by which ranks tell each other. Collective over the ranks of the case. */
    void free() {
        if (factoring != null) {
            factoring.free();
        }
    }

    /** Returns how the map followed so far; known on ranks that own cells. */
    Adaptation seen() {
        return new Adaptation(true, "", rule.rates(), moves,
                moves.isEmpty() ? List.of() : Arrays.stream(rule.map().kappa()).boxed().toList());
    }

    /**
     * Factors the matrix. Collective over the ranks of the case.
     *
     * @param clock       time, as {@link System#nanoTime}, at which the clock started
     * @param columnsDone hears after each panel step how many columns are factored
     */
    void run(long clock, IntConsumer columnsDone) {
        int from = 0;
        while (true) {
            int mine = workspace.factor(from, this, columnsDone);
            if (telling) {
                // too late to move anything
                workspace.progress().until(tell);
                telling = false;
            }
            int to = (int) agreement.largest(mine);
            if (to == workspace.layout().map().panels()) {
                return;
            }
            move(to, clock);
            from = to;
        }
    }

    /** Moves block columns behind the panels that have been applied. Collective over the ranks of the case. */
    private void move(int panels, long clock) {
        long begin = System.nanoTime();
        BlockMap map = workspace.layout().map();
        int[] kappa = kappa(map);
        workspace.follow(new BlockMap(map.n(), map.nb(), map.grid(), map.rho(), kappa), panels);
        long end = System.nanoTime();
        double[] most = agreement.largest(new double[] {(begin - clock) * 1e-9, (end - begin) * 1e-9});
        wanted.ifPresent(move -> {
            rule.moved(move, most[1]);
            moves.add(new MapMove(panels, most[0], most[1], move.columns(), move.bytes(), counts(map.kappa(), panels, map),
                    counts(kappa, panels, map), move.why()));
            if (me == 0) {
                listener.moved(hplCase, moves.getLast());
            }
        });
        wanted = Optional.empty();
    }

    /** Returns the virtual columns of the block columns after the move, also on ranks that own no cell. Collective. */
    private int[] kappa(BlockMap map) {
        double[] mine = wanted.map(move -> Arrays.stream(move.kappa()).asDoubleStream().toArray())
                .orElseGet(() -> new double[map.kappa().length]);
        return Arrays.stream(agreement.largest(mine)).mapToInt(c -> (int) c).toArray();
    }

    private static List<Integer> counts(int[] kappa, int first, BlockMap map) {
        return IntStream.range(0, map.grid().cols())
                .map(c -> (int) Arrays.stream(kappa, first, kappa.length).filter(its -> its == c).count()).boxed().toList();
    }

    @Override
    public boolean stops(int k) {
        operations += operations(k);
        if (++steps % stepsOfWindow > 0) {
            return false;
        }
        if (telling) {
            workspace.progress().until(tell);
            telling = false;
            // a slow rank is slow in panels too, so the share of updates in a window's time tells too little of what a move gains
            wanted = rule.hear(k, told.toArray(ValueLayout.JAVA_DOUBLE), Double.NaN);
        }
        long now = workspace.timers().nanos(UPDATING);
        if (wanted.isEmpty()) {
            told.fill((byte) 0);
            told.setAtIndex(ValueLayout.JAVA_DOUBLE, me, operations == 0 ? 0 : (now - before) * 1e-9 / workers / operations);
            tell.start(told);
            workspace.progress().behind(tell);
            telling = true;
        }
        operations = 0;
        before = now;
        return wanted.isPresent();
    }

    /** Returns the operations by which this rank updates its part of the trailing matrix with panel {@code k}. */
    private double operations(int k) {
        LocalLayout layout = workspace.layout();
        double elements = 0;
        for (int s = 0; s < layout.localColumns().size(); s++) {
            LocalLayout.LocalColumn column = layout.localColumns().get(s);
            LocalLayout.RowSet rows = layout.rowSets().get(column.rowSet());
            int below = rows.rows().size() - rows.rows().start(k + 1);
            elements += (double) below * (column.cols().tailStart() - layout.firstColumn(s, k + 1));
        }
        return 2.0 * layout.map().width(k) * elements;
    }
}
