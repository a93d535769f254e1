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
 * <li>The nodes are numbered, those of leaf switches with more of them first: {@link #order}. In the paper the shifts go by these numbers;
 *     here ranks are numbered already, so a caller who may number them anew does so before.</li>
 * <li>Rank s first takes root s mod K, whoever receives.</li>
 * <li>The messages are taken stage by stage; in a shift, these are distances.</li>
 * <li>In a stage each sender, in ascending order, takes the first root, from its own on and round, whose links up from its leaf and down
 *     to the receiver's are free; it keeps its own where none is. What was decided is not looked at again.</li>
 * <li>That gives the root of each pair,</li>
 * <li>and so the path, which with InfiniBand is a LID.</li>
 * </ol>
 *
 * <p>Step 4's program is lost from the print; begun at root s mod K it is what the text says, and fails where others found it to. Beyond
 * the paper: with several patterns, pairs that an earlier one decided stay; more cables and higher trees have more ways than roots
 * ({@link Ways}). O(ranks^2 x paths), for a shift.
 *
 * <p>Source: Naruse, Nakashima, Sumimoto, Kumon, section 4.2.
 */
public final class SixSteps {
    private static final int UNDECIDED = -1;

    private final Placement placement;
    private final Fabric fabric;
    private final int paths;
    private final Ways ways;
    /** At sender x ranks + receiver. */
    private final int[] chosen;
    /** Of each link: the stage, counted over all patterns from 1, that took it last. */
    private final int[] taken;
    private final int[] route;
    private int stage;
    private int[] open = new int[64];
    private int opened;
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
     * The order of step 1, for {@link Placement#permuted}: ranks of leaf switches with more nodes of the placement first, then by leaf
     * switch, node and rank. A rank that is numbered anew so is i where it was {@code order[i]}.
     *
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

    /** Messages of pairs that are decided take their links before any other is looked at. */
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

    /** The first path, counted by ways from the sender's own on, whose links are free; or the first. */
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

    /** As decided; else as in step 2. */
    private int path(int from, int to) {
        int decided = chosen[from * placement.ranks() + to];
        stage++;
        return decided != UNDECIDED ? decided : placement.together(from, to) ? 0 : find(from, to);
    }
}
