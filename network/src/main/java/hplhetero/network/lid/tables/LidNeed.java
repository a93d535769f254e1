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
 * What the messages of a job make each other wait with so many LIDs a node.
 *
 * @param lmc         a node has 2^lmc
 * @param contentions of each pattern, over the table that colouring chooses
 */
public record LidNeed(int lmc, List<Contention> contentions) {

    public LidNeed {
        contentions = List.copyOf(contentions);
    }

    /** Whether no stage of any pattern has a hot spot. */
    public boolean free() {
        return contentions.stream().allMatch(Contention::free);
    }

    /**
     * Over general tables, LMC 0, 1, 2, ..., up to the first that suffices, that offers all routes, or that there are LIDs for.
     *
     * @param placement of the job's ranks, on a fat tree or tables whose links are one
     * @param patterns  what they send, the most important first
     * @throws IllegalArgumentException when the fabric is no tree, or there are not enough LIDs for one a node
     */
    public static List<LidNeed> general(Placement placement, List<? extends Traffic> patterns) {
        int most = most(placement.fabric());
        Placement placed = placement.on(TableDesign.withPaths(placement.fabric(), 1 << most));
        return upTo(most, lmc -> {
            Placement over = placed.over(LidMethod.COLOURING.choose(new LidQuestion(placed, List.copyOf(patterns), 1 << lmc)).table());
            return patterns.stream().map(pattern -> Contention.of(over, pattern)).toList();
        });
    }

    /** The same over tables made for this job. */
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
