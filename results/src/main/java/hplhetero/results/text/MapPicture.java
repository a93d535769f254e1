package hplhetero.results.text;

import hplhetero.hpl.plan.Plan;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The map of a plan in letters: the grid of owners, and the sequences of block rows and columns. */
final class MapPicture {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    /** Rows and columns of the grid that are drawn. */
    private static final int MOST_DRAWN_CELLS = 32;
    /** Blocks at either end of a sequence that are drawn. */
    private static final int END_BLOCKS = 45;

    private MapPicture() {
    }

    static String of(Plan plan) {
        StringBuilder text = new StringBuilder();
        text.append("The grid of ranks; a block lies in one of its rows (1, 2, ...) and one of its columns (a, b, ...)\n\n");
        grid(text, plan);
        text.append('\n');
        sequence(text, "block columns", plan.map().kappa(), MapPicture::letter);
        if (plan.p() > 1) {
            sequence(text, "block rows", plan.map().rho(), row -> row < 9 ? String.valueOf(row + 1) : "*");
        }
        return text.toString();
    }

    /** The name of a virtual column; all beyond the letters share one. */
    static String letter(int column) {
        return column < LETTERS.length() ? LETTERS.substring(column, column + 1) : "*";
    }

    private static void grid(StringBuilder text, Plan plan) {
        int cols = Math.min(MOST_DRAWN_CELLS, plan.q());
        int rows = Math.min(MOST_DRAWN_CELLS, plan.p());
        int width = 1 + String.valueOf(plan.prediction().busy().size() - 1).length();
        String more = cols < plan.q() ? " ..." : "";
        text.append("      ").append(line(cols, width, MapPicture::letter)).append(more).append('\n');
        for (int r = 0; r < rows; r++) {
            List<Integer> owners = plan.map().owners().get(r);
            text.append(String.format("  %3d ", r + 1)).append(line(cols, width, c -> String.valueOf(owners.get(c)))).append(more)
                    .append('\n');
        }
        if (rows < plan.p()) {
            text.append("  ...\n");
        }
    }

    private static String line(int cols, int width, IntFunction<String> cell) {
        return IntStream.range(0, cols).mapToObj(c -> String.format("%" + width + "s", cell.apply(c))).collect(Collectors.joining(" "));
    }

    private static void sequence(StringBuilder text, String what, List<Integer> sequence, IntFunction<String> name) {
        int blocks = sequence.size();
        if (blocks <= 2 * END_BLOCKS) {
            text.append(blocks).append(' ').append(what).append(": ").append(names(sequence, name)).append('\n');
            return;
        }
        text.append(blocks).append(' ').append(what).append(", first ").append(names(sequence.subList(0, END_BLOCKS), name)).append("\n")
                .append(" ".repeat(String.valueOf(blocks).length() + what.length() + 2)).append(" last ")
                .append(names(sequence.subList(blocks - END_BLOCKS, blocks), name)).append('\n');
    }

    private static String names(List<Integer> sequence, IntFunction<String> name) {
        return sequence.stream().map(name::apply).collect(Collectors.joining());
    }
}
