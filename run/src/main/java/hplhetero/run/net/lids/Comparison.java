package hplhetero.run.net.lids;

import hplhetero.comm.topology.PathTable;
import hplhetero.comm.topology.Placement;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tables for a job beside each other, as it stands in JSON.
 *
 * @param schema     grows when a field is removed or means something else
 * @param placement  for people
 * @param ranks      that take part
 * @param paths      that may be used
 * @param selections where only a collective was named: its algorithms, each over a table of its own
 * @param results    a table each
 * @param chosen     which of these is shown and written
 * @param fewer      the same with fewer paths, in ascending order, the last with all that may be used; empty where only one is asked for
 * @param enough     the fewest of these paths with as few contended stages as with all
 * @param displaced  pairs of ranks for whose route tables made for the job have no path left; null of other tables
 * @param firstLids  of the node of each rank; null where the network has none
 * @param table      the path by which each rank sends to each, -1 to itself
 */
record Comparison(int schema, String placement, int ranks, int paths, List<Selection> selections, List<Result> results, String chosen,
                  List<Result> fewer, int enough, Long displaced, List<Integer> firstLids, int[][] table) {
    static final int SCHEMA = 1;

    Comparison {
        selections = List.copyOf(selections);
        results = List.copyOf(results);
        fewer = List.copyOf(fewer);
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

    Result taken() {
        return results.stream().filter(result -> result.table().equals(chosen)).findFirst().orElseThrow();
    }

    /** Rows of senders. */
    static int[][] rows(Placement placement, PathTable table) {
        return IntStream.range(0, placement.ranks()).mapToObj(from -> IntStream.range(0, placement.ranks())
                .map(to -> from == to ? -1 : table.path(from, to)).toArray()).toArray(int[][]::new);
    }
}
