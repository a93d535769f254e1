package hplhetero.results.html;

import hplhetero.hpl.plan.CaseMaps;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.MapMove;
import hplhetero.hpl.result.RankReport;
import hplhetero.results.ColumnChange;
import hplhetero.results.format.ByteText;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A table of the times at which block columns changed owners while a test ran.
 *
 * @param rows  a row for each time
 * @param words what the table leaves out, in a sentence; may be empty
 */
record Moves(List<Row> rows, String words) {
    private static final int MOST_ROWS = 64;
    private static final int MOST_CHANGES = 4;

    /**
     * A row for one time.
     *
     * @param when    how many columns were factored then
     * @param seconds seconds since the clock started
     * @param columns number of block columns that moved
     * @param bytes   bytes that went from rank to rank
     * @param took    seconds until the ranks went on
     * @param changed number of block columns that ranks had behind there, before and after
     * @param why     what had changed
     */
    record Row(String when, String seconds, int columns, String bytes, String took, String changed, String why) {
    }

    /** Returns the table of a test; null where no block column moved. */
    static Moves of(CaseResult result) {
        List<MapMove> moves = result.adaptation().moves();
        if (moves.isEmpty()) {
            return null;
        }
        CaseMaps maps = CaseMaps.of(result);
        Map<Integer, String> hosts = result.ranks().stream().collect(Collectors.toMap(RankReport::rank, RankReport::host));
        return new Moves(moves.stream().limit(MOST_ROWS).map(move -> new Row(CaseMaps.columns(result.hplCase(), move.panel()) + " ("
                + Texts.percent(CaseMaps.factored(result.hplCase(), move.panel())) + ")", Texts.digits(move.seconds()), move.columns(),
                ByteText.of(move.bytes()), Texts.digits(move.took()), changed(ColumnChange.of(move, maps), hosts), move.why())).toList(),
                moves.size() <= MOST_ROWS ? "" : "The first " + MOST_ROWS + " of " + moves.size() + " times.");
    }

    private static String changed(List<ColumnChange> changes, Map<Integer, String> hosts) {
        if (changes.isEmpty()) {
            return "each as many as before";
        }
        return changes.stream().limit(MOST_CHANGES).map(change -> who(change, hosts) + ": " + change.before() + " \u2192 " + change.after())
                .collect(Collectors.joining("; ")) + (changes.size() > MOST_CHANGES ? "; and " + (changes.size() - MOST_CHANGES) + " more"
                : "");
    }

    private static String who(ColumnChange change, Map<Integer, String> hosts) {
        return change.ranks().size() == 1 ? change.who() + " " + hosts.getOrDefault(change.ranks().getFirst(), "")
                : change.who() + " (ranks " + Texts.range(change.ranks()) + ")";
    }
}
