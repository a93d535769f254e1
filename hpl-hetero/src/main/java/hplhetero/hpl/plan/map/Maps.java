package hplhetero.hpl.plan.map;

import hplhetero.blas.UpdateTasks;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.problem.MapSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A maker of maps of blocks for one matrix on ranks of unlike speed. All methods are pure; a map that does not fit into the ranks' memory
 * is not returned. A grid is P rows of Q ranks; ranks that it does not name are left out.
 */
public final class Maps {
    /** Most cells in each dimension of a map of cells, unless there are many ranks. */
    private static final int MOST_CELLS = 16;
    /** Most cells in each dimension of a map of cells for each rank of the grid in that dimension, where this is more. */
    private static final int MOST_CELLS_A_RANK = 3;
    /** Approximate count of numbers of cells that are tried in each dimension. */
    private static final int SIZES_TRIED = 32;
    /** Number of virtual grids, those with the best static balance, whose balance is computed over the whole run. */
    private static final int GRIDS_TRIED = 6;
    private static final int MOST_STARTS = 32;
    private static final long WEIGHING_OPERATIONS = 2_000_000;
    /** Shares of the memory that are dealt by weights, tried in turn: the rest is for shares that are no whole blocks. */
    private static final double[] MEMORY_SHARES = {0.99, 0.95, 0.9};
    private static final int LEAST_STARTS = 4;
    private static final int BISECTIONS = 20;
    /** Panels in use at once with look-ahead depth 1. */
    private static final int PANELS_IN_USE = 2;
    /** Most elements by which a row of the local matrix is padded. */
    private static final int PADDING_ELEMENTS = 16;
    private static final long PLACING_OPERATIONS = 2_000_000;
    private static final long SPREADING_EVALUATIONS = 1_000_000;
    /** Effort of {@link #refined} that takes some 10 ms. */
    public static final long REFINING_EVALUATIONS = 3_000_000;

    private final MatrixBlocks shape;
    private final StepCost cost;
    private final long[] capacity;

    /**
     * Creates a maker of maps for one matrix.
     *
     * @param n        order of A, &gt;= 1
     * @param nb       blocking factor, &gt;= 1
     * @param cost     time of each rank's update
     * @param capacity elements of [A | b] that each rank of the world can hold, indexed by rank
     */
    public Maps(int n, int nb, StepCost cost, long[] capacity) {
        shape = new MatrixBlocks(n, nb);
        this.cost = cost;
        this.capacity = capacity.clone();
    }

    /**
     * Returns the number of matrix elements that each rank has the memory for, indexed by rank, when the work space of a run on a P x Q
     * grid is taken from its memory; {@link Long#MAX_VALUE} where the memory is not known. The work space is estimated from above for a
     * rank that has at most twice an equal share of the rows and of the columns.
     *
     * @param cluster the ranks
     * @param n       order of A
     * @param nb      blocking factor
     * @param p       number of process rows
     * @param q       number of process columns
     */
    public static long[] capacity(Cluster cluster, int n, int nb, int p, int q) {
        double rows = Math.min(n, 2.0 * n / p) + nb;
        double cols = Math.min(n, 2.0 * n / q) + nb;
        return cluster.ranks().stream().mapToLong(rank -> {
            // elements of panels on their way, merged and packed; of exchanged rows; of tasks of workers; of vectors of N
            double panels = PANELS_IN_USE * 3 * nb * (rows + 2.0 * nb);
            double tasks = (PANELS_IN_USE + 1.0) * (nb + 16) * (Math.max(cols, 2.0 * rank.workers() * UpdateTasks.MOST_COLUMNS) + 2.0 * nb);
            double work = panels + 3 * nb * (cols + 2.0 * nb) + tasks + (2.0 * rank.workers() + 9) * n + PADDING_ELEMENTS * rows;
            return rank.memoryBytes() == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, (long) (rank.memoryBytes() / 8.0 - work));
        }).toArray();
    }

    /**
     * Returns netlib's block-cyclic map on a grid of ranks; empty where it does not fit into the ranks' memory.
     *
     * @param grid P rows of Q ranks
     */
    public Optional<MapSpec.Explicit> cyclic(List<List<Integer>> grid) {
        return fitting(cyclicOver(grid));
    }

    private MapSpec.Explicit cyclicOver(List<List<Integer>> owners) {
        return new MapSpec.Explicit(owners, sequence(shape.blockRows(), owners.size()),
                sequence(shape.blockCols(), owners.getFirst().size()));
    }

    private static List<Integer> sequence(int blocks, int parts) {
        return IntStream.range(0, blocks).map(k -> k % parts).boxed().toList();
    }

    private Optional<MapSpec.Explicit> fitting(MapSpec.Explicit map) {
        double[] m = new double[map.owners().size()];
        double[] n = new double[map.owners().getFirst().size()];
        for (int k = 0; k < map.rho().size(); k++) {
            m[map.rho().get(k)] += shape.height(k);
        }
        for (int k = 0; k < map.kappa().size(); k++) {
            n[map.kappa().get(k)] += shape.width(k);
        }
        return RankRectangles.of(map).fits(capacity, m, n) ? Optional.of(map) : Optional.empty();
    }

    /**
     * Returns the speeds of all ranks, in elements a second and indexed by rank, at the size that counts most when p x q of them share the
     * matrix.
     */
    private double[] speeds(int p, int q) {
        double m = 0.7 * shape.n() / p;
        double n = 0.7 * shape.n() / q;
        return IntStream.range(0, capacity.length).mapToDouble(rank -> m * n / cost.seconds(rank, m, n)).toArray();
    }

    private double[][] speeds(int[][] grid) {
        double[] speeds = speeds(grid.length, grid[0].length);
        return Arrays.stream(grid).map(row -> Arrays.stream(row).mapToDouble(rank -> speeds[rank]).toArray()).toArray(double[][]::new);
    }

    /**
     * Returns a P x Q grid of ranks, placed such that rows and columns of blocks can be dealt to them in proportion to speed.
     *
     * @param ranks p x q ranks; with one row or column their order is kept
     * @param p     number of rows of the grid
     * @param q     number of columns of the grid
     * @return P rows of Q ranks
     * @throws IllegalArgumentException when there are not p x q ranks
     */
    public List<List<Integer>> placed(List<Integer> ranks, int p, int q) {
        if (ranks.size() != p * q) {
            throw new IllegalArgumentException("ranks=" + ranks.size() + " p=" + p + " q=" + q + ": must be p x q ranks");
        }
        return RankGrids.boxed(GridPlacement.of(speeds(p, q), ranks, p, q, PLACING_OPERATIONS));
    }

    /**
     * Returns a map in which each block row belongs to one row of ranks and each block column to one column of ranks, dealt in proportion
     * to speed by reverse greedy: from the last block to the first, each goes where the slowest rank is done soonest. Where this costs
     * nothing, block columns then change places so that neighbouring ones have fewer owners in common. Empty where no such map fits into
     * memory.
     *
     * @param grid P rows of Q ranks
     */
    public Optional<MapSpec.Explicit> weighted(List<List<Integer>> grid) {
        int[][] ranks = RankGrids.ints(grid);
        Optional<MapSpec.Explicit> dealt = new ReverseGreedy(shape, cost, capacity, ranks, weights(speeds(ranks))).dealt();
        return dealt.or(() -> limited(ranks)).map(map -> new Refinement(shape, cost, capacity, map, SPREADING_EVALUATIONS).spread(map));
    }

    /**
     * Returns a map for ranks so short of memory that dealing by speed alone has led nowhere. Blocks are dealt by weights of which no
     * product is more than a rank can hold. Empty where no such map is found.
     */
    private Optional<MapSpec.Explicit> limited(int[][] ranks) {
        double elements = shape.n() * (shape.n() + 1.0);
        for (double memoryShare : MEMORY_SHARES) {
            double tooLittle = 0;
            double enough = elements / Arrays.stream(speeds(ranks)).flatMapToDouble(Arrays::stream).min().orElseThrow();
            RowColumnWeights weights = limits(ranks, enough, memoryShare);
            if (weights.speed() < elements) {
                return Optional.empty();
            }
            for (int i = 0; i < BISECTIONS; i++) {
                double middle = (tooLittle + enough) / 2;
                RowColumnWeights tried = limits(ranks, middle, memoryShare);
                if (tried.speed() < elements) {
                    tooLittle = middle;
                } else {
                    enough = middle;
                    weights = tried;
                }
            }
            Optional<MapSpec.Explicit> dealt = new ReverseGreedy(shape, byWeights(ranks, weights), capacity, ranks, weights).dealt();
            if (dealt.isPresent()) {
                return dealt;
            }
        }
        return Optional.empty();
    }

    private static RowColumnWeights weights(double[][] speeds) {
        long starts = WEIGHING_OPERATIONS / RowColumnWeights.effort(speeds.length, speeds[0].length);
        return RowColumnWeights.of(speeds, Math.clamp(starts, LEAST_STARTS, MOST_STARTS));
    }

    /** Returns weights that say how many elements rows and columns can take in so much time and in so much of the memory. */
    private RowColumnWeights limits(int[][] ranks, double time, double memoryShare) {
        double[][] elements = speeds(ranks);
        for (int i = 0; i < ranks.length; i++) {
            for (int j = 0; j < ranks[i].length; j++) {
                elements[i][j] = Math.max(1e-9, Math.min(elements[i][j] * time, memoryShare * capacity[ranks[i][j]]));
            }
        }
        return RowColumnWeights.of(elements, LEAST_STARTS);
    }

    private StepCost byWeights(int[][] ranks, RowColumnWeights weights) {
        Double[] speeds = new Double[capacity.length];
        Arrays.fill(speeds, 1.0);
        for (int i = 0; i < ranks.length; i++) {
            for (int j = 0; j < ranks[i].length; j++) {
                speeds[ranks[i][j]] = weights.rows()[i] * weights.cols()[j];
            }
        }
        return StepCost.constant(List.of(speeds));
    }

    /**
     * Returns a map on one row of ranks whose block columns are cut: each column is shared by up to {@code rows} ranks, so that shares can
     * be finer than whole columns. The map is balanced better than {@link #weighted} on many ranks, but ranks that share a column exchange
     * messages for each of its pivots. Empty where no such map fits into memory.
     *
     * @param ranks the ranks of the row
     * @param rows  parts of a column, &gt;= 2
     */
    public Optional<MapSpec.Explicit> shared(List<Integer> ranks, int rows) {
        return SharedColumns.dealt(shape, cost, capacity, ranks, rows);
    }

    /**
     * Returns a map improved by local search on its sequences of block rows and block columns.
     *
     * @param map    the map to begin with
     * @param effort approximate number of times that a rank's time may be asked for; {@link #REFINING_EVALUATIONS} is a good choice
     */
    public MapSpec.Explicit refined(MapSpec.Explicit map, long effort) {
        return new Refinement(shape, cost, capacity, map, effort).refined(map);
    }

    /**
     * Returns a map on a grid of cells (a virtual grid) of which faster ranks own more; block rows and block columns are dealt cyclically
     * to the rows and columns of cells. Each column of the grid of ranks becomes some columns of cells, in each of which its ranks own
     * cells in proportion to their speeds. The numbers of rows and columns of cells are small, and the best of those tried. Empty where no
     * such map fits into memory. Source: Sasou, Matsuoka, Tatebe (one row); Kalinov, Lastovetsky: Heterogeneous distribution of
     * computations (columns).
     *
     * @param grid P rows of Q ranks
     */
    public Optional<MapSpec.Explicit> cells(List<List<Integer>> grid) {
        double[][] speeds = speeds(RankGrids.ints(grid));
        List<CellGrid> candidates = new ArrayList<>();
        for (int rows : sizes(grid.size(), shape.blockRows())) {
            for (int cols : sizes(grid.getFirst().size(), shape.blockCols())) {
                candidates.add(CellGrid.of(speeds, rows, cols));
            }
        }
        candidates.sort(Comparator.comparingDouble(CellGrid::loss));
        return candidates.stream().limit(GRIDS_TRIED).map(c -> fitting(cyclicOver(c.owners(grid)))).flatMap(Optional::stream)
                .min(Comparator.comparingDouble(this::seconds));
    }

    /** Returns the numbers of cells to try in one dimension. There are no more cells than blocks, so that each cell has a block. */
    private static int[] sizes(int parts, int blocks) {
        int most = parts == 1 ? 1 : Math.max(parts, Math.min(blocks, Math.max(MOST_CELLS, MOST_CELLS_A_RANK * parts)));
        int step = 1 + (most - parts) / SIZES_TRIED;
        return IntStream.rangeClosed(0, (most - parts) / step).map(i -> parts + i * step).toArray();
    }

    private double seconds(MapSpec.Explicit map) {
        return MapBalance.of(shape.n(), shape.nb(), cost, capacity.length, map).seconds();
    }
}
