package hplhetero.results;

import hplhetero.hpl.plan.CaseMaps;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.MapMove;
import hplhetero.results.format.ByteText;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import java.util.ArrayList;
import java.util.List;

/** The lines about how the map of a test followed the speeds of its ranks. */
public final class MoveLines {
    /** The most moves that have a line each; of more moves, the last line counts the others. */
    private static final int MOST_MOVES = 4;
    private static final int DIGITS = 3;

    private MoveLines() {
    }

    /**
     * Returns why the map did not follow although that was asked for, and a line for each time at which block columns changed owners; none
     * where the map was to stay, or where nothing moved and there is nothing to say about that.
     */
    public static List<String> of(CaseResult result) {
        Adaptation seen = result.adaptation();
        List<String> lines = new ArrayList<>();
        if (!seen.note().isBlank()) {
            lines.add("note: " + FreeText.line(seen.note()));
        }
        if (seen.hasMoved()) {
            CaseMaps maps = CaseMaps.of(result);
            boolean few = seen.moves().size() <= MOST_MOVES;
            List<MapMove> shown = few ? seen.moves() : seen.moves().subList(0, MOST_MOVES - 1);
            shown.forEach(move -> lines.add("moved: " + line(move, maps, result.hplCase())));
            if (!few) {
                lines.add("moved: " + rest(seen.moves().subList(shown.size(), seen.moves().size())));
            }
        }
        return lines;
    }

    private static String line(MapMove move, CaseMaps maps, HplCase c) {
        String behind = ColumnChange.of(move, maps).stream().findFirst().map(most -> "; behind there " + most.who() + " has "
                + most.after() + ", before " + most.before()).orElse("");
        return "at " + NumberText.roundPercent(CaseMaps.factored(c, move.panel())) + " of the columns (" + seconds(move.seconds())
                + " s): " + moved(move.columns(), move.bytes(), move.took()) + behind
                + (move.why().isBlank() ? "" : ": " + FreeText.line(move.why()));
    }

    /** Returns the words about moves that have no line of their own. */
    private static String rest(List<MapMove> moves) {
        return moves.size() + " more times: " + moved(moves.stream().mapToInt(MapMove::columns).sum(),
                moves.stream().mapToLong(MapMove::bytes).sum(), moves.stream().mapToDouble(MapMove::took).sum());
    }

    private static String moved(int columns, long bytes, double took) {
        return columns(columns) + ", " + ByteText.of(bytes) + " in " + seconds(took) + " s";
    }

    private static String columns(int columns) {
        return columns + (columns == 1 ? " block column" : " block columns");
    }

    private static String seconds(double seconds) {
        return NumberText.digits(seconds, DIGITS);
    }
}
