package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.hpl.carry.BlockCarrier;
import hplhetero.hpl.carry.CheckpointCarrier;
import hplhetero.hpl.carry.StopPoint;
import hplhetero.hpl.checkpoint.Checkpoint;
import hplhetero.hpl.checkpoint.StateOnDisk;
import hplhetero.hpl.checkpoint.TimeSpent;
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
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.result.StepFinding;
import hplhetero.hpl.solve.BackSubstitution;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.trust.Checksums;
import hplhetero.hpl.trust.StepVerifier;
import hplhetero.hpl.verify.ResidualCheck;
import hplhetero.hpl.workers.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A solve by hand: the steps of a case run on the ranks of a world, with its inner results collected by global index. */
public final class Solve {

    /** The matrix [A | b] to solve. */
    @FunctionalInterface
    public interface Entries {
        double at(int i, int j);
    }

    /**
     * What came out.
     *
     * @param zeroPivot  1 + the first column without a pivot, or 0
     * @param pivots     global row swapped with row i
     * @param u          rows of U with y as their last element: row i holds columns i..N
     * @param x          the solution
     * @param residual   against netlib's matrix, whatever was solved
     */
    public record Outcome(int zeroPivot, int[] pivots, double[][] u, double[] x, Residual residual) {
    }

    /** What fills the local matrices of a map with the state of a factorization that has stopped on another map. */
    private interface Beginning {
        /**
         * Fills the matrices. Collective over all ranks of the world, some of which may have no matrices.
         *
         * @return what the factorization needs besides
         */
        StopPoint begin(Communicator world, BlockMap map, LocalMatrix[] matrices);
    }

    private final HplCase c;
    /** The number of ranks of the world, of which the last ones may have no part in the solve. */
    private int worldRanks;
    /** What fills the matrices; empty where the factorization begins with [A | b]. */
    private Optional<Beginning> beginning = Optional.empty();
    private IntFunction<StepLearner> learners;
    private boolean sharing;
    /** Panels at which the factorization stops and goes on, ascending. */
    private int[] stops = {};
    /** Panels after whose step the factorization is told to stop, ascending. */
    private int[] signals = {};
    /** Maps on which the factorization goes on, one for each stop, in the memory of the first one; empty: it goes on as it was. */
    private List<BlockMap> moves = List.of();
    /** Folder through which the state goes at each stop: into fresh matrices, in a fresh factorization. Empty: the state stays. */
    private Optional<Path> checkpoints = Optional.empty();
    /** What is tested while the matrix is factored, and what was found. */
    private TrustSettings trust = TrustSettings.NONE;
    private List<StepFinding> found = List.of();
    /** Whether the factorization goes on whatever is wrong, so that the residual tells what an error does. */
    private boolean ignoring;
    private BlockMap map;
    private final int workers;
    private final DenseKernels kernels;
    private final Optional<Entries> entries;
    private final int[] zeroPivots;
    private final int[][] pivots;
    private final double[][] u;
    private final int[][] owners;
    private final double[] x;
    private final Residual[] residuals;

    private Solve(HplCase c, int workers, DenseKernels kernels, Optional<Entries> entries) {
        this.c = c;
        this.workers = workers;
        this.kernels = kernels;
        this.entries = entries;
        map = BlockMap.of(c);
        worldRanks = c.ranks();
        learners = rank -> StepLearner.of(c);
        zeroPivots = new int[c.ranks()];
        pivots = new int[c.ranks()][];
        residuals = new Residual[c.ranks()];
        x = new double[c.n()];
        u = new double[c.n()][];
        owners = new int[c.n()][];
        for (int i = 0; i < c.n(); i++) {
            u[i] = new double[c.n() + 1 - i];
            owners[i] = new int[c.n() + 1 - i];
        }
    }

    /** Solves netlib's matrix. */
    public static Outcome netlibs(HplCase c, int workers, DenseKernels kernels) {
        return new Solve(c, workers, kernels, Optional.empty()).outcome();
    }

    /** Solves netlib's matrix with workers that share panels, whether or not there is a core for each. */
    public static Outcome sharing(HplCase c, int workers, DenseKernels kernels) {
        Solve solve = new Solve(c, workers, kernels, Optional.empty());
        solve.sharing = true;
        return solve.outcome();
    }

    /** Solves netlib's matrix, with a factorization that stops at some panels, ascending, and goes on. */
    public static Outcome stopping(HplCase c, int workers, DenseKernels kernels, int... stops) {
        Solve solve = new Solve(c, workers, kernels, Optional.empty());
        solve.stops = stops;
        return solve.outcome();
    }

    /**
     * Solves netlib's matrix, with a factorization that stops at some panels, ascending, at each of which the block columns behind move to
     * virtual columns by chance, as far as the case has room for them.
     */
    public static Outcome rebalancing(HplCase c, int workers, DenseKernels kernels, Random random, int... stops) {
        Solve solve = new Solve(c, workers, kernels, Optional.empty());
        solve.stops = stops;
        solve.moves = new ArrayList<>();
        BlockMap map = solve.map;
        int columns = map.grid().cols();
        int[] capacity = IntStream.range(0, columns).map(q -> c.rebalance().capacity((int) Arrays.stream(solve.map.kappa())
                .filter(its -> its == q).count(), solve.map.kappa().length)).toArray();
        for (int stop : stops) {
            int[] kappa = map.kappa().clone();
            int[] free = capacity.clone();
            Arrays.stream(kappa, 0, stop).forEach(q -> free[q]--);
            for (int j = stop; j < kappa.length; j++) {
                do {
                    kappa[j] = random.nextInt(columns);
                } while (free[kappa[j]] == 0);
                free[kappa[j]]--;
            }
            map = new BlockMap(map.n(), map.nb(), map.grid(), map.rho(), kappa);
            solve.moves.add(map);
        }
        return solve.outcome();
    }

    /** Solves netlib's matrix, with a factorization that is told after some panel steps, ascending, to stop, and goes on. */
    public static Outcome told(HplCase c, int workers, DenseKernels kernels, int... signals) {
        Solve solve = new Solve(c, workers, kernels, Optional.empty());
        solve.signals = signals;
        return solve.outcome();
    }

    /**
     * Solves netlib's matrix with a factorization that stops at some panels, ascending, and is written to a folder, from which another one
     * goes on.
     */
    public static Outcome resuming(HplCase c, DenseKernels kernels, Path folder, int... stops) {
        Solve solve = new Solve(c, 1, kernels, Optional.empty());
        solve.stops = stops;
        solve.checkpoints = Optional.of(folder);
        return solve.outcome();
    }

    /**
     * Solves netlib's matrix, going on from the newest state that {@link #resuming} has written to a folder on another map. The files are
     * read by the ranks in turn.
     */
    public static Outcome resumingElsewhere(HplCase first, HplCase c, DenseKernels kernels, Path folder) {
        BlockMap from = BlockMap.of(first);
        int[] readerOf = IntStream.range(0, first.ranks()).map(old -> old % c.ranks()).toArray();
        Solve solve = new Solve(c, 1, kernels, Optional.empty());
        solve.beginning = Optional.of((world, map, matrices) -> {
            try {
                int any = Arrays.stream(from.grid().owners()).min().orElseThrow();
                Checkpoint.Generation state = new Checkpoint(folder, any, first.toString()).generations().getFirst();
                return new CheckpointCarrier(world, new CheckpointCarrier.Written(folder, first.toString(), from, readerOf))
                        .read(state, map, matrices);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return solve.outcome();
    }

    /** Solves netlib's matrix: the first panels on one map, then, with what the ranks have in memory, the others on another map. */
    public static Outcome moving(HplCase first, int panels, HplCase c, DenseKernels kernels) {
        Solve old = new Solve(first, 1, kernels, Optional.empty());
        Solve solve = new Solve(c, 1, kernels, Optional.empty());
        solve.worldRanks = Math.max(first.ranks(), c.ranks());
        int[] holderOf = IntStream.range(0, first.ranks()).toArray();
        solve.beginning = Optional.of((world, map, matrices) -> {
            Communicator ranks = split(world, first.ranks());
            if (ranks == null) {
                new BlockCarrier(world, old.map, holderOf, map).carry(panels, new LocalMatrix[0], matrices);
                return StopPoint.unknown(map, panels).shared(world);
            }
            try (Rank rank = old.new Rank(ranks)) {
                old.fill(rank.matrices);
                LuFactorization lu = rank.factorization();
                StopPoint reached = StopPoint.unknown(map, panels);
                if (old.map.takesPart(ranks.rank())) {
                    int zero = lu.run(0, panels, columns -> { });
                    reached = new StopPoint(panels, Arrays.copyOf(lu.pivots(), reached.pivots().length), zero);
                }
                new BlockCarrier(world, old.map, holderOf, map).carry(panels, rank.matrices, matrices);
                return reached.shared(world);
            }
        });
        return solve.outcome();
    }

    /** Solves netlib's matrix and tests the factorization. What was found is added to {@code found}. */
    public static Outcome verified(HplCase c, int workers, DenseKernels kernels, TrustSettings trust, List<StepFinding> found) {
        Solve solve = trusting(c, workers, kernels, trust);
        Outcome outcome = solve.outcome();
        found.addAll(solve.found);
        return outcome;
    }

    /** Solves netlib's matrix with bits that flip, stops where tests would be, and tests nothing. */
    public static Outcome untested(HplCase c, int workers, DenseKernels kernels, TrustSettings trust) {
        Solve solve = trusting(c, workers, kernels, trust);
        solve.ignoring = true;
        return solve.outcome();
    }

    private static Solve trusting(HplCase c, int workers, DenseKernels kernels, TrustSettings trust) {
        Solve solve = new Solve(c, workers, kernels, Optional.empty());
        solve.trust = trust;
        solve.map = solve.map.carrying(Checksums.COLUMNS);
        return solve;
    }

    /** Solves netlib's matrix, each rank with a learner of its own. */
    public static Outcome learning(HplCase c, int workers, DenseKernels kernels, IntFunction<StepLearner> learners) {
        Solve solve = new Solve(c, workers, kernels, Optional.empty());
        solve.learners = learners;
        return solve.outcome();
    }

    /** Solves another matrix. */
    public static Outcome of(Entries entries, HplCase c, int workers, DenseKernels kernels) {
        return new Solve(c, workers, kernels, Optional.of(entries)).outcome();
    }

    private Outcome outcome() {
        World.run(worldRanks, this::rank);
        int first = IntStream.range(0, c.ranks()).filter(map::takesPart).findFirst().orElseThrow();
        for (int rank = 0; rank < c.ranks(); rank++) {
            if (map.takesPart(rank)) {
                requireSame(Arrays.equals(pivots[first], pivots[rank]), "pivots of rank " + rank);
                requireSame(zeroPivots[first] == zeroPivots[rank], "zero pivot of rank " + rank);
            }
            requireSame(residuals[0].equals(residuals[rank]), "residual of rank " + rank);
        }
        requireSame(Arrays.stream(owners).flatMapToInt(Arrays::stream).allMatch(count -> count == 1), "number of owners of an element");
        return new Outcome(zeroPivots[first], pivots[first], u, x, residuals[0]);
    }

    private static void requireSame(boolean same, String what) {
        if (!same) {
            throw new AssertionError(what + " is not what it is elsewhere");
        }
    }

    static boolean canSendPacked(DenseKernels kernels, BlockMap map) {
        return !kernels.packedForm().isEmpty() && LocalLayout.all(map).stream().allMatch(Panel::canBeSentPacked);
    }

    /** Returns the communicator of the first ranks of a world; null on the other ranks. */
    private static Communicator split(Communicator world, int ranks) {
        return world.split(world.rank() < ranks ? 0 : Communicator.NO_COLOR, world.rank());
    }

    /** What one rank has for its solve. */
    private final class Rank implements AutoCloseable {
        private final Communicator ranks;
        private final Arena arena = Arena.ofShared();
        private final WorkerPool pool;
        private LocalLayout layout;
        private LocalMatrix[] matrices;
        private final PhaseTimers timers = new PhaseTimers(workers);

        Rank(Communicator ranks) {
            this.ranks = ranks;
            pool = new WorkerPool(workers, "test-" + ranks.rank(), sharing, new Activity());
            layout = new LocalLayout(map, ranks.rank());
            matrices = new LocalMatrix[layout.localColumns().size()];
            Arrays.setAll(matrices, s -> {
                LocalLayout.LocalColumn column = layout.localColumns().get(s);
                return LocalMatrix.allocate(column.column(), column.rowSet(), layout.rowSets().get(column.rowSet()).rows(), column.cols(),
                        layout.columnCapacity(s, c.rebalance()), arena);
            });
        }

        /** Moves block columns to the map on which the factorization goes on. */
        void follow(BlockMap to, int panels) {
            LocalLayout next = new LocalLayout(to, ranks.rank());
            LocalMatrix[] moved = new LocalMatrix[matrices.length];
            Arrays.setAll(moved, s -> matrices[s].withColumns(next.localColumns().get(s).cols()));
            new BlockCarrier(ranks, layout.map(), IntStream.range(0, ranks.size()).toArray(), to)
                    .carryInPlace(panels, matrices, moved, pool);
            layout = next;
            matrices = moved;
        }

        LuFactorization factorization() {
            StepMode mode = new StepMode(pool.workers() > 1, pool.workers() == 1 && canSendPacked(kernels, map),
                    kernels.factorsPanels());
            return new LuFactorization(new LuWorkspace(c, mode, new GridCommunicators(ranks, layout, new int[ranks.size()]), layout,
                    matrices, kernels, pool, timers, learners.apply(ranks.rank()), PanelTimes.NONE, arena));
        }

        @Override
        public void close() {
            pool.close();
            arena.close();
        }
    }

    private void rank(Communicator world) {
        Communicator ranks = split(world, c.ranks());
        if (ranks == null) {
            beginning.orElseThrow().begin(world, map, new LocalMatrix[0]);
            return;
        }
        try (Rank rank = new Rank(ranks)) {
            LuFactorization lu = rank.factorization();
            int from = begin(world, rank.matrices, lu);
            boolean takesPart = map.takesPart(ranks.rank());
            Checkpoint.Generation state = Checkpoint.Generation.NONE;
            for (int i = 0; i < stops.length; i++) {
                int to = stops[i];
                int zero = takesPart ? lu.run(from, to, columns -> { }) : 0;
                from = to;
                if (!moves.isEmpty()) {
                    lu.free();
                    int[] swapped = Arrays.copyOf(lu.pivots(), Math.min(c.n(), to * map.nb()));
                    rank.follow(moves.get(i), to);
                    lu = rank.factorization();
                    lu.resume(swapped, zero);
                }
                if (checkpoints.isPresent()) {
                    lu.free();
                    int[] swapped = Arrays.copyOf(lu.pivots(), Math.min(c.n(), to * map.nb()));
                    lu = rank.factorization();
                    Checkpoint files = new Checkpoint(checkpoints.get(), ranks.rank(), c.toString());
                    state = throughFile(files, state, to, swapped, zero, rank, lu);
                }
            }
            for (int signal : signals) {
                int first = from;
                from = signal < first ? first : lu.runUntil(first, k -> k == signal, columns -> { });
                requireSame(from == first || from == Math.min(map.panels(), signal + 1 + map.lookAhead(c.depth())), "panel " + from);
            }
            if (trust.verifies()) {
                verified(rank, lu);
            } else if (takesPart) {
                zeroPivots[ranks.rank()] = lu.run(from, map.panels(), columns -> { });
                pivots[ranks.rank()] = lu.pivots();
            }
            collect(rank.matrices);
            MemorySegment solution = new BackSubstitution(ranks, rank.layout, rank.matrices, kernels, rank.pool, rank.timers, rank.arena)
                    .run();
            collect(solution, ranks.rank(), rank.layout.map());
            residuals[ranks.rank()] = new ResidualCheck(ranks, rank.pool, c.n(), rank.arena).of(solution, rank.layout.map());
        }
    }

    private void verified(Rank rank, LuFactorization lu) {
        int me = rank.ranks.rank();
        StepVerifier verifier = new StepVerifier(rank.ranks, rank.layout, rank.matrices, rank.pool, trust,
                new Agreement(rank.ranks)::largest, rank.arena);
        verifier.begin();
        lu.test(verifier.schedule(), verifier.faults(), rank.arena);
        lu.emulate(trust.flips());
        if (ignoring) {
            for (int k = 0, stop; k < map.panels() && map.takesPart(me); k = stop) {
                stop = verifier.schedule().next(k);
                zeroPivots[me] = lu.run(k, stop, columns -> { });
            }
        } else {
            boolean takesPart = map.takesPart(me);
            int to = new VerifiedFactorization(lu, verifier, map.panels(), takesPart).run(0, StopSignal.NEVER, columns -> { });
            requireSame(verifier.ended() || to == map.panels(), "panel " + to);
            zeroPivots[me] = lu.zeroPivot();
        }
        pivots[me] = lu.pivots();
        if (me == 0) {
            found = verifier.findings();
        }
    }

    /** Fills the matrices, and returns the number of panels that have been applied to them. */
    private int begin(Communicator world, LocalMatrix[] matrices, LuFactorization lu) {
        if (beginning.isEmpty()) {
            fill(matrices);
            return 0;
        }
        StopPoint state = beginning.get().begin(world, map, matrices);
        lu.resume(state.pivots(), state.zeroPivot());
        return state.panels();
    }

    /** Writes a state, spoils the matrices, and reads the state back into them and into another factorization. */
    private Checkpoint.Generation throughFile(Checkpoint files, Checkpoint.Generation before, int panels, int[] pivots,
            int zeroPivot, Rank rank, LuFactorization lu) {
        try {
            Checkpoint.Generation written = files.write(before, panels, pivots, zeroPivot, TimeSpent.NONE, rank.matrices);
            for (LocalMatrix a : rank.matrices) {
                a.segment().fill((byte) -1);
            }
            Checkpoint.Generation newest = files.generations().getFirst();
            requireSame(newest.equals(written), newest + ", written " + written);
            lu.resume(StateOnDisk.read(files, newest, rank.layout, rank.matrices), newest.zeroPivot());
            return newest;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void fill(LocalMatrix[] matrices) {
        MatrixGenerator generator = new MatrixGenerator(c.n());
        for (LocalMatrix a : matrices) {
            for (int part = 0; part < MatrixGenerator.parts(a); part++) {
                generator.fill(a, part);
            }
            entries.ifPresent(e -> forEach(a, (i, j, at) -> a.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, at, e.at(i, j))));
        }
    }

    private interface Visitor {
        void at(int i, int j, long index);
    }

    private static void forEach(LocalMatrix a, Visitor visitor) {
        for (int l = 0; l < a.rows().size(); l++) {
            for (int m = 0; m < a.cols().tailStart(); m++) {
                visitor.at(a.rows().global(l), a.cols().global(m), (long) l * a.ld() + m);
            }
        }
    }

    /** No two ranks have an element in common, so none writes where another does. */
    private void collect(LocalMatrix[] matrices) {
        for (LocalMatrix a : matrices) {
            forEach(a, (i, j, at) -> {
                if (j >= i) {
                    u[i][j - i] = a.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, at);
                    owners[i][j - i]++;
                }
            });
        }
    }

    private void collect(MemorySegment solution, int rank, BlockMap at) {
        for (int k = 0; k < map.panels(); k++) {
            for (int i = k * c.nb(); i < k * c.nb() + map.width(k) && at.owner(k, k) == rank; i++) {
                x[i] = solution.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
            }
        }
    }

    /** The grids and maps of the sweep: five cyclic grids, and several cells a rank in one row, in one column and in both. */
    public static List<Cases> layouts(int n, int nb) {
        return List.of(Cases.of(n, nb), Cases.of(n, nb).grid(1, 4), Cases.of(n, nb).grid(2, 2), Cases.of(n, nb).grid(4, 1),
                Cases.of(n, nb).grid(2, 3), Cases.of(n, nb).grid(1, 2).map(Cases.cells("0,1,0,0")),
                Cases.of(n, nb).grid(3, 1).map(Cases.cells("0/1/0/2")),
                Cases.of(n, nb).grid(2, 2).map(Cases.cells("0,1,2/0,3,1/2,0,3")));
    }
}
