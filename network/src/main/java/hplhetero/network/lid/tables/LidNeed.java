package hplhetero.network.lid.tables;

import hplhetero.network.lid.Contention;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.lid.LidQuestion;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The contention of a job's messages with a given number of LIDs on each node.
 *
 * @param lmc         LMC of the nodes: a node has 2^lmc LIDs
 * @param contentions contention of each pattern, over the table of paths that is chosen for this LMC
 */
public record LidNeed(int lmc, List<Contention> contentions) {

    public LidNeed {
        contentions = List.copyOf(contentions);
    }

    /**
     * Returns whether there is no hot spot with this LMC: in each stage of each pattern, which is a set of messages under way at once, no
     * link between switches is more loaded than the most loaded link of a node.
     */
    public boolean free() {
        return contentions.stream().allMatch(Contention::free);
    }

    /**
     * Returns the contention for LMC 0, 1, 2, ... over general forwarding tables, which are made without knowing the job; only the path of
     * each pair of ranks is chosen for the job. The list ends with the first LMC that leaves no hot spot, that offers all routes, or that
     * is the greatest for which there are LIDs. A hot spot is a link between switches that has to carry more in a stage of a pattern than
     * any link of a node.
     *
     * @param placement nodes of the job's ranks, on a fat tree, or on a fabric given by tables, whose links are kept and whose routes are
     *                  replaced
     * @param patterns  what the ranks send, the most important pattern first; all messages of one stage are under way at once
     * @return one entry for each LMC, the entry of LMC i at index i
     * @throws IllegalArgumentException when the fabric is no tree, or there are too few LIDs even for one on each node
     */
    public static List<LidNeed> general(Placement placement, List<? extends Traffic> patterns) {
        int most = most(placement.fabric());
        Placement placed = placement.on(TableDesign.withPaths(placement.fabric(), 1 << most));
        return upTo(most, lmc -> {
            Placement over = placed.over(LidMethod.COLOURING.choose(new LidQuestion(placed, List.copyOf(patterns), 1 << lmc)).table());
            return patterns.stream().map(pattern -> Contention.of(over, pattern)).toList();
        });
    }

    /**
     * Returns the contention for LMC 0, 1, 2, ... over forwarding tables that {@link JobTables#design} makes for this job. The list ends
     * with the first LMC that leaves no hot spot, that offers all routes, or that is the greatest for which there are LIDs. A hot spot is a
     * link between switches that has to carry more in a stage of a pattern than any link of a node.
     *
     * @param placement nodes of the job's ranks, on a fat tree, or on a fabric given by tables, whose links are kept and whose routes are
     *                  replaced
     * @param patterns  what the ranks send, the most important pattern first; all messages of one stage are under way at once
     * @return one entry for each LMC, the entry of LMC i at index i
     * @throws IllegalArgumentException when the fabric is no tree, or there are too few LIDs even for one on each node
     */
    public static List<LidNeed> job(Placement placement, List<? extends Traffic> patterns) {
        return upTo(most(placement.fabric()), lmc -> JobTables.design(placement, patterns, 1 << lmc).contentions());
    }

    private static int most(Fabric fabric) {
        int routes = Math.min(TableDesign.routes(fabric), 1 << LidBudget.MOST_LMC);
        return Math.min(LidBudget.mostLmc(fabric), LidBudget.lmc(routes));
    }

    private static List<LidNeed> upTo(int most, IntFunction<List<Contention>> contentions) {
        List<LidNeed> needs = new ArrayList<>();
        for (int lmc = 0; lmc <= most && (needs.isEmpty() || !needs.getLast().free()); lmc++) {
            needs.add(new LidNeed(lmc, contentions.apply(lmc)));
        }
        return needs;
    }
}
