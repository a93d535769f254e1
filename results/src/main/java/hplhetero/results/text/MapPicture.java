package hplhetero.results.text;

import hplhetero.hpl.plan.Plan;
import hplhetero.results.format.Page;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The map of a plan drawn in letters: the grid of owners, and the sequences of block rows and block columns. */
final class MapPicture {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    /** The most rows, and the most columns, of the grid that are drawn. */
    private static final int MOST_DRAWN_CELLS = 32;
    /** The most blocks that are drawn at either end of a sequence. */
    private static final int END_BLOCKS = 45;
    /** Number of characters of a line that words and numbers at its ends take. */
    private static final int TAKEN_BY_ENDS = 16;

    private MapPicture() {
    }

    /**
     * Returns the text of the picture.
     *
     * @param plan the plan whose map is drawn
     * @param page the room for the text
     */
    static String of(Plan plan, Page page) {
        StringBuilder text = new StringBuilder();
        text.append("The grid of ranks; a block lies in one of its rows (1, 2, ...) and one of its columns (a, b, ...)\n\n");
        grid(text, plan, page);
        text.append('\n');
        sequence(text, "block columns", plan.map().kappa(), MapPicture::letter, page);
        if (plan.p() > 1) {
            sequence(text, "block rows", plan.map().rho(), row -> row < 9 ? String.valueOf(row + 1) : "*", page);
        }
        return text.toString();
    }

    /** Returns the letter of a virtual column; all columns beyond the letters share one sign. */
    static String letter(int column) {
        return column < LETTERS.length() ? LETTERS.substring(column, column + 1) : "*";
    }

    private static void grid(StringBuilder text, Plan plan, Page page) {
        int width = 1 + String.valueOf(plan.prediction().busy().size() - 1).length();
        int cols = Math.min(Math.min(MOST_DRAWN_CELLS, (page.columns() - TAKEN_BY_ENDS) / (width + 1)), plan.q());
        int rows = Math.min(MOST_DRAWN_CELLS, plan.p());
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

    private static void sequence(StringBuilder text, String what, List<Integer> sequence, IntFunction<String> name,
            Page page) {
        int blocks = sequence.size();
        int ends = Math.min(END_BLOCKS, page.columns() - what.length() - TAKEN_BY_ENDS);
        if (blocks <= ends || blocks <= 2 * END_BLOCKS && page.endless()) {
            text.append(blocks).append(' ').append(what).append(": ").append(names(sequence, name)).append('\n');
            return;
        }
        text.append(blocks).append(' ').append(what).append(", first ")
                .append(names(sequence.subList(0, Math.min(blocks, ends)), name)).append("\n")
                .append(" ".repeat(String.valueOf(blocks).length() + what.length() + 2)).append(" last ")
                .append(names(sequence.subList(Math.max(0, blocks - ends), blocks), name)).append('\n');
    }

    private static String names(List<Integer> sequence, IntFunction<String> name) {
        return sequence.stream().map(name::apply).collect(Collectors.joining());
    }
}
