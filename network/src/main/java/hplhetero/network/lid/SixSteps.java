package hplhetero.network.lid;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Locality;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The paper's six steps: paths for each pair of ranks, chosen greedily so that messages of a stage share no link between switches.
 *
 * <ol>
 * <li>The nodes are numbered; nodes of leaf switches with more nodes come first: {@link #order}. In the paper the shifts go by these
 *     numbers. Here ranks have numbers already, so a caller who may renumber them does so before.</li>
 * <li>Rank s first takes root s mod K for every receiver.</li>
 * <li>The messages are taken stage by stage; in a shift, a stage is a distance.</li>
 * <li>In a stage the senders choose in ascending order. Each takes the first root, cyclically from its own on, whose links up from the
 *     sender's leaf and down to the receiver's leaf are free. It keeps its own root where none is free. Decided pairs are not looked at
 *     again.</li>
 * <li>These decisions give the root of each pair,</li>
 * <li>and the root gives the path, which with InfiniBand is a LID.</li>
 * </ol>
 *
 * <p>The program of step 4 is missing in the printed paper. Begun at root s mod K, the step does what the paper's text says, and fails
 * where others found it to fail. Two things go beyond the paper. With several patterns, pairs that an earlier pattern decided keep their
 * path. Trees with more cables or levels have more ways than roots ({@link Ways}). Takes O(ranks^2 x paths) for a shift.
 *
 * <p>Source: Naruse, Nakashima, Sumimoto, Kumon, section 4.2.
 */
public final class SixSteps {
    private static final int UNDECIDED = -1;

    private final Placement placement;
    private final Fabric fabric;
    private final int paths;
    private final Ways ways;
    /** The path of each pair of ranks, at sender x ranks + receiver, or {@link #UNDECIDED}. */
    private final int[] chosen;
    /** The stage that took each link last, indexed by link; stages are counted over all patterns from 1. */
    private final int[] taken;
    private final int[] route;
    /** The stage at hand, counted over all patterns from 1. */
    private int stage;
    /** Pairs of the stage at hand that are not decided yet, in the first {@link #opened} entries. */
    private int[] open = new int[64];
    private int opened;
    /** Number of messages so far whose links were not all free. */
    private long unsolved;

    private SixSteps(LidQuestion question) {
        placement = question.placement();
        fabric = placement.fabric();
        paths = question.paths();
        ways = new Ways(placement);
        chosen = new int[Math.multiplyExact(placement.ranks(), placement.ranks())];
        Arrays.fill(chosen, UNDECIDED);
        taken = new int[fabric.links()];
        route = new int[fabric.longestRoute()];
    }

    /**
     * Returns the ranks in the order in which the paper by Naruse and others numbers them before it chooses paths. Ranks below leaf
     * switches with more nodes of the job come first; then leaf switch, node and rank decide.
     *
     * @param placement nodes of the ranks, on a fat tree, or on a fabric of forwarding tables with the links of one
     * @return old number of each rank, indexed by its new number, for {@link Placement#permuted}
     * @throws IllegalArgumentException when the fabric is no tree
     */
    public static int[] order(Placement placement) {
        SwitchLinks.of(placement.fabric());
        int[] leafOf = Locality.SWITCH.groups(placement);
        int leaves = Arrays.stream(leafOf).max().orElseThrow() + 1;
        int[] nodes = new int[leaves];
        int[] first = new int[leaves];
        for (int node : placement.nodes()) {
            int leaf = leafOf[placement.ranksOf(node)[0]];
            first[leaf] = nodes[leaf]++ == 0 ? node : first[leaf];
        }
        return IntStream.range(0, placement.ranks()).boxed().sorted(Comparator.<Integer>comparingInt(rank -> -nodes[leafOf[rank]])
                .thenComparingInt(rank -> first[leafOf[rank]]).thenComparingInt(placement::nodeOf)).mapToInt(Integer::intValue).toArray();
    }

    /** Chooses by this class' method the path by which each rank sends to each other rank. */
    static LidChoice choose(LidQuestion question) {
        SixSteps steps = new SixSteps(question);
        for (Traffic pattern : question.patterns()) {
            for (int stage = 0; stage < pattern.stages(); stage++) {
                steps.decide(pattern, stage);
            }
        }
        return new LidChoice(PathTable.of(question.placement().ranks(), steps::path), steps.unsolved);
    }

    private void decide(Traffic pattern, int at) {
        stage++;
        opened = 0;
        pattern.messages(at, this::hear);
        Arrays.sort(open, 0, opened);
        for (int i = 0; i < opened; i++) {
            int from = open[i] / placement.ranks();
            int to = open[i] % placement.ranks();
            int path = chosen[open[i]] == UNDECIDED ? find(from, to) : chosen[open[i]];
            chosen[open[i]] = path;
            take(from, to, path);
        }
    }

    /**
     * Hears of a message: if its pair is decided it takes its links at once, before any undecided pair is looked at; else the pair is
     * noted.
     */
    private void hear(int from, int to, long bytes) {
        int pair = from * placement.ranks() + to;
        if (bytes == 0 || placement.together(from, to)) {
            return;
        }
        if (chosen[pair] != UNDECIDED) {
            take(from, to, chosen[pair]);
            return;
        }
        if (opened == open.length) {
            open = Arrays.copyOf(open, 2 * opened);
        }
        open[opened++] = pair;
    }

    private void take(int from, int to, int path) {
        int hops = route(from, to, path);
        unsolved += free(hops) ? 0 : 1;
        for (int i = 0; i < hops; i++) {
            taken[route[i]] = stage;
        }
    }

    /**
     * Returns the first path whose links are free, counted by ways from the sender's own way on; the first path of all where none is free.
     */
    private int find(int from, int to) {
        long own = from % ways.count();
        int first = 0;
        long firstBehind = Long.MAX_VALUE;
        int found = UNDECIDED;
        long foundBehind = Long.MAX_VALUE;
        for (int path = 0; path < paths && foundBehind > 0; path++) {
            int hops = route(from, to, path);
            long behind = ways.behind(own, route, hops);
            if (behind < firstBehind) {
                firstBehind = behind;
                first = path;
            }
            if (behind < foundBehind && free(hops)) {
                foundBehind = behind;
                found = path;
            }
        }
        return found == UNDECIDED ? first : found;
    }

    private int route(int from, int to, int path) {
        return fabric.route(placement.nodeOf(from), placement.nodeOf(to), path, route);
    }

    private boolean free(int hops) {
        for (int i = 0; i < hops; i++) {
            if (taken[route[i]] == stage && ways.betweenSwitches(route[i])) {
                return false;
            }
        }
        return true;
    }

    /** Returns the path of a pair: as decided, or as step 2 says where nothing decided it. */
    private int path(int from, int to) {
        int decided = chosen[from * placement.ranks() + to];
        stage++;
        return decided != UNDECIDED ? decided : placement.together(from, to) ? 0 : find(from, to);
    }
}
