package hplhetero.run.net.lids;

import hplhetero.network.lid.Contention;
import hplhetero.network.lid.tables.LidNeed;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A comparison of tables for a job, as written to JSON.
 *
 * @param schema     version of the JSON, which grows when a field is removed or changes its meaning
 * @param placement  where the ranks sit, for people
 * @param ranks      number of ranks that take part
 * @param paths      number of paths that may be used
 * @param mostLids   the most LIDs of each node that one InfiniBand subnet has; 0 where it has too few for one a node
 * @param selections where only a collective was named: its algorithms, each over a table of its own
 * @param results    the quality of each table
 * @param chosen     name of the table that is shown and written
 * @param needs      how many LIDs suffice, over tables made anew
 * @param firstLids  first LID of each rank's node, by rank; null where the network has none
 * @param table      the path by which each rank sends to each, indexed by sender and receiver; -1 to itself
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
     * The algorithms of a collective, each over a table of its own.
     *
     * @param collective name of the collective
     * @param algorithms the algorithms, the fastest first, which is taken
     */
    record Selection(String collective, List<Candidate> algorithms) {
    }

    /**
     * An algorithm over its table.
     *
     * @param algorithm name of the algorithm
     * @param stages    number of stages in which anything is sent between nodes
     * @param contended number of these stages that are contended
     * @param slowdown  mean slowdown over the stages
     * @param seconds   time of the algorithm with pieces of 1 MiB, in seconds
     */
    record Candidate(String algorithm, int stages, int contended, double slowdown, double seconds) {
    }

    /**
     * What is lost with each number of LIDs, by colouring.
     *
     * @param tables  whom the tables are made for: any job, or this one
     * @param refused why no tables can be made; null where they can
     * @param lids    what is lost, by ascending number of LIDs; the last number suffices, or is the greatest possible
     */
    record Needs(String tables, String refused, List<Need> lids) {
    }

    /**
     * What is lost with one LMC.
     *
     * @param lmc       LID mask control: a node has 2^lmc LIDs
     * @param lids      number of LIDs of a node, 2^lmc
     * @param stages    number of stages of all patterns in which anything is sent between nodes
     * @param contended number of these stages that are contended
     * @param slowdown  mean slowdown over the stages
     */
    record Need(int lmc, int lids, int stages, int contended, double slowdown) {

        /**
         * Returns the sums and means over all patterns of what is lost with one LMC.
         *
         * @param need the contention of each pattern with this LMC
         */
        static Need of(LidNeed need) {
            int stages = need.contentions().stream().mapToInt(Contention::stages).sum();
            double sum = need.contentions().stream().mapToDouble(each -> each.mean() * each.stages()).sum();
            return new Need(need.lmc(), 1 << need.lmc(), stages, need.contentions().stream().mapToInt(Contention::contended).sum(),
                    stages == 0 ? 1 : sum / stages);
        }
    }

    /** Returns the quality of the table that is shown and written. */
    Result taken() {
        return results.stream().filter(result -> result.table().equals(chosen)).findFirst().orElseThrow();
    }

    /** Returns the path of each pair of ranks, a row for each sender; -1 from a rank to itself. */
    static int[][] rows(Placement placement, PathTable table) {
        return IntStream.range(0, placement.ranks()).mapToObj(from -> IntStream.range(0, placement.ranks())
                .map(to -> from == to ? -1 : table.path(from, to)).toArray()).toArray(int[][]::new);
    }
}
