package hplhetero.network.lid;

import hplhetero.network.lid.colour.LevelColouring;
import hplhetero.network.lid.colour.PathSearch;
import hplhetero.network.lid.colour.StagedPairs;
import hplhetero.network.lid.colour.SwitchRoutes;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A choice of paths by colouring the edges of each stage, the most important pattern first. In a tree that offers all combinations of ways,
 * stages whose pairs have no path yet are coloured level by level, so that no link carries more than it must. All other stages go to {@link
 * PathSearch}: real cabling, fewer paths, pairs that send in several stages or patterns, and what levels alone cannot spread.
 */
final class PathColouring {
    private static final int NONE = -1;
    /** Number of looks at routes that the search may take; some 2 seconds. */
    private static final long BUDGET = 40_000_000;
    /** Number of times that the search goes over all stages again. */
    private static final int SWEEPS = 3;

    private final LidQuestion question;
    private final Placement placement;
    private final StagedPairs pairs;
    /** The path of each pair of ranks, at sender x ranks + receiver, or {@link #NONE}. */
    private final int[] path;
    private final int[] from;
    private final int[] to;
    private final int[] chosen;

    private PathColouring(LidQuestion question) {
        this.question = question;
        placement = question.placement();
        pairs = StagedPairs.of(placement, question.patterns());
        path = new int[Math.multiplyExact(placement.ranks(), placement.ranks())];
        Arrays.fill(path, NONE);
        int most = 0;
        for (int stage = 0; stage < pairs.stages(); stage++) {
            most = Math.max(most, pairs.start(stage + 1) - pairs.start(stage));
        }
        from = new int[most];
        to = new int[most];
        chosen = new int[most];
    }

    /** Chooses by this class' method the path by which each rank sends to each other rank. */
    static LidChoice choose(LidQuestion question) {
        return new PathColouring(question).choose();
    }

    private LidChoice choose() {
        long unsolved = 0;
        boolean[] coloured = new boolean[pairs.stages()];
        if (placement.fabric() instanceof FatTree tree && LevelColouring.covers(tree, question.paths())) {
            LevelColouring levels = new LevelColouring(tree);
            for (int stage = 0; stage < pairs.stages(); stage++) {
                if (open(stage)) {
                    coloured[stage] = colour(levels, stage);
                }
            }
        }
        for (int stage = 0; stage < pairs.stages(); stage++) {
            if (!coloured[stage]) {
                unsolved = search(coloured);
                break;
            }
        }
        int ranks = placement.ranks();
        return new LidChoice(PathTable.of(ranks, (from, to) -> Math.max(0, path[from * ranks + to])), unsolved);
    }

    /** Returns whether no pair of a stage has a path yet. */
    private boolean open(int stage) {
        for (int i = pairs.start(stage); i < pairs.start(stage + 1); i++) {
            if (path[pairs.pair(i)] != NONE) {
                return false;
            }
        }
        return true;
    }

    /** Sets {@link #from} and {@link #to} to the nodes of a stage's pairs, and returns the number of pairs. */
    private int nodes(int stage) {
        int count = pairs.start(stage + 1) - pairs.start(stage);
        for (int i = 0; i < count; i++) {
            int pair = pairs.pair(pairs.start(stage) + i);
            from[i] = placement.nodeOf(pair / placement.ranks());
            to[i] = placement.nodeOf(pair % placement.ranks());
        }
        return count;
    }

    /**
     * Colours a stage level by level and takes over the paths.
     *
     * @return whether no link carries more than it must
     */
    private boolean colour(LevelColouring levels, int stage) {
        int count = nodes(stage);
        int load = levels.choose(from, to, count, chosen);
        for (int i = 0; i < count; i++) {
            path[pairs.pair(pairs.start(stage) + i)] = chosen[i];
        }
        return load <= levels.must(from, to, count);
    }

    private long search(boolean[] coloured) {
        SwitchRoutes routes = new SwitchRoutes(placement, question.paths(), SwitchLinks.of(placement.fabric()));
        PathSearch search = new PathSearch(pairs, routes, path, must(routes));
        long left = BUDGET;
        for (int sweep = 0; sweep <= SWEEPS; sweep++) {
            BitSet todo = new BitSet();
            for (int stage = 0; stage < pairs.stages(); stage++) {
                todo.set(stage, sweep == 0 ? !coloured[stage] : search.overloaded(stage));
            }
            left -= sweep(search, todo, left / (sweep == SWEEPS ? 1 : 2));
        }
        return search.unsolved();
    }

    /**
     * Searches paths for some stages, each with an equal share of the budget that is left.
     *
     * @return the part of the budget that was used
     */
    private static long sweep(PathSearch search, BitSet todo, long budget) {
        long left = budget;
        int stages = todo.cardinality();
        for (int stage = todo.nextSetBit(0); stage >= 0; stage = todo.nextSetBit(stage + 1)) {
            long share = left / stages--;
            left -= share - search.place(stage, share);
        }
        return budget - left;
    }

    private int[] must(SwitchRoutes routes) {
        int[] must = new int[pairs.stages()];
        if (placement.fabric() instanceof FatTree tree) {
            LevelColouring levels = new LevelColouring(tree);
            Arrays.setAll(must, stage -> levels.must(from, to, nodes(stage)));
        } else {
            SwitchRoutes.LeafBound bound = routes.bound();
            Arrays.setAll(must, stage -> bound.must(pairs, stage));
        }
        return must;
    }
}
