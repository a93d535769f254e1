package hplhetero.results;

import hplhetero.hpl.plan.CaseMaps;
import hplhetero.hpl.result.MapMove;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The change of a virtual column at one move: how many block columns behind the applied panels it had before and after.
 *
 * @param column virtual column
 * @param ranks  the ranks that own its cells
 * @param before number of block columns before the move
 * @param after  number of block columns after the move
 */
public record ColumnChange(int column, List<Integer> ranks, int before, int after) {
    public ColumnChange {
        ranks = List.copyOf(ranks);
    }

    /** Returns the changes of a move, the largest first; virtual columns that kept their number of block columns are left out. */
    public static List<ColumnChange> of(MapMove move, CaseMaps maps) {
        int columns = IntStream.of(move.before().size(), move.after().size(), maps.columns()).min().orElseThrow();
        return IntStream.range(0, columns).filter(c -> !move.before().get(c).equals(move.after().get(c)))
                .mapToObj(c -> new ColumnChange(c, maps.ranks(c), move.before().get(c), move.after().get(c)))
                .sorted(Comparator.comparingInt(change -> -Math.abs(change.after() - change.before()))).toList();
    }

    /** Returns what owns the virtual column: one rank, or a process column. */
    public String who() {
        return ranks.size() == 1 ? "rank " + ranks.getFirst() : "process column " + column;
    }
}
