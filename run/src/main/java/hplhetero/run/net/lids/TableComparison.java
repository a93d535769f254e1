package hplhetero.run.net.lids;

import hplhetero.network.lid.Contention;
import hplhetero.network.lid.tables.LidNeed;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tables for a job beside each other, as it stands in JSON.
 *
 * @param schema     grows when a field is removed or means something else
 * @param placement  for people
 * @param ranks      that take part
 * @param paths      that may be used
 * @param mostLids   of each node, for which one InfiniBand subnet has LIDs; 0 where it has not enough for one a node
 * @param selections where only a collective was named: its algorithms, each over a table of its own
 * @param results    a table each
 * @param chosen     which of these is shown and written
 * @param needs      how many LIDs suffice, over tables made anew
 * @param firstLids  of the node of each rank; null where the network has none
 * @param table      the path by which each rank sends to each, -1 to itself
 */
record TableComparison(int schema, String placement, int ranks, int paths, int mostLids, List<Selection> selections,
                  List<Result> results, String chosen, List<Needs> needs, List<Integer> firstLids, int[][] table) {
    static final int SCHEMA = 1;

    TableComparison {
        selections = List.copyOf(selections);
        results = List.copyOf(results);
        needs = List.copyOf(needs);
    }

    /**
     * Algorithms of a collective, each over a table of its own.
     *
     * @param collective its name
     * @param algorithms the fastest first, which is taken
     */
    record Selection(String collective, List<Candidate> algorithms) {
    }

    /**
     * An algorithm over its table.
     *
     * @param algorithm its name
     * @param stages    in which anything is sent between nodes
     * @param contended of these
     * @param slowdown  mean over the stages
     * @param seconds   that it takes, of pieces of 1 MiB
     */
    record Candidate(String algorithm, int stages, int contended, double slowdown, double seconds) {
    }

    /**
     * What is lost with so many LIDs, by colouring.
     *
     * @param tables  for whom they are made: any job, or this
     * @param refused why none can be made; null where they can
     * @param lids    ascending; the last suffice, or are as many as there can be
     */
    record Needs(String tables, String refused, List<Need> lids) {
    }

    /**
     * With one LMC.
     *
     * @param lmc       LIDs of a node are 2^lmc
     * @param lids      that are
     * @param stages    of all patterns, in which anything is sent between nodes
     * @param contended of these
     * @param slowdown  mean over the stages
     */
    record Need(int lmc, int lids, int stages, int contended, double slowdown) {

        static Need of(LidNeed need) {
            int stages = need.contentions().stream().mapToInt(Contention::stages).sum();
            double sum = need.contentions().stream().mapToDouble(each -> each.mean() * each.stages()).sum();
            return new Need(need.lmc(), 1 << need.lmc(), stages, need.contentions().stream().mapToInt(Contention::contended).sum(),
                    stages == 0 ? 1 : sum / stages);
        }
    }

    Result taken() {
        return results.stream().filter(result -> result.table().equals(chosen)).findFirst().orElseThrow();
    }

    /** Rows of senders. */
    static int[][] rows(Placement placement, PathTable table) {
        return IntStream.range(0, placement.ranks()).mapToObj(from -> IntStream.range(0, placement.ranks())
                .map(to -> from == to ? -1 : table.path(from, to)).toArray()).toArray(int[][]::new);
    }
}
