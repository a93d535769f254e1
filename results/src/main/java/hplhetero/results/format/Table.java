package hplhetero.results.format;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table of text that fits its page. Where a table is too wide, texts are cut, the widest first. Columns that still have no room follow
 * below, behind a repetition of the first column. Numbers are never cut. Two blanks separate columns.
 */
public final class Table {
    private static final int GAP = 2;
    /** The least number of characters to which a text may be cut, including the sign that it was cut. */
    private static final int LEAST_TEXT = 8;
    /** The sign that the library sets where it cuts a text; the next constant replaces it. */
    private static final char ELLIPSIS = '\u2026';
    /** The sign that stands where a text was cut, which all terminals can show. */
    private static final char CUT = '~';

    /** The content of a column: numbers, text that may be cut, or words that are never cut. */
    private enum Kind { NUMBER, TEXT, WORD }

    /**
     * The description of a column.
     *
     * @param title title above the column
     * @param kind  what the cells contain
     * @param least least width in characters, if the cells have fewer
     */
    public record Column(String title, Kind kind, int least) {

        /**
         * Returns a right-aligned column that is never cut, for numbers.
         *
         * @param title title above the column
         */
        public static Column number(String title) {
            return new Column(title, Kind.NUMBER, 0);
        }

        /**
         * Returns a left-aligned column that is cut where there is no room, for names and sentences.
         *
         * @param title title above the column
         */
        public static Column text(String title) {
            return new Column(title, Kind.TEXT, 0);
        }

        /**
         * Returns a left-aligned column that is never cut, such as one of bars.
         *
         * @param title title above the column
         */
        public static Column word(String title) {
            return new Column(title, Kind.WORD, 0);
        }

        /**
         * Returns this column with a least width, by which tables below each other can be aligned.
         *
         * @param characters the width, in characters
         */
        public Column wide(int characters) {
            return new Column(title, kind, characters);
        }
    }

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    private Table(List<Column> columns) {
        this.columns = columns;
    }

    /** Returns a new table with these columns, from left to right, and no rows. */
    public static Table of(Column... columns) {
        return new Table(List.of(columns));
    }

    /** Returns a new table with these columns, from left to right, and no rows. */
    public static Table of(List<Column> columns) {
        return new Table(List.copyOf(columns));
    }

    /**
     * Adds a row below the others.
     *
     * @param cells values of the row, at most one for each column; missing cells at the end are empty
     * @return this table
     * @throws IllegalArgumentException where there are more cells than columns
     */
    public Table row(Object... cells) {
        if (cells.length > columns.size()) {
            throw new IllegalArgumentException("cells=" + cells.length + " columns=" + columns.size() + ": too many cells");
        }
        rows.add(IntStream.range(0, columns.size()).mapToObj(i -> i < cells.length ? String.valueOf(cells[i]) : "").toList());
        return this;
    }

    /** Returns whether the table has no rows. */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /**
     * Returns the table with its titles as text that fits a page.
     *
     * @param page   the room for the text
     * @param indent characters, such as blanks, that are put before each line
     */
    public String text(Page page, String indent) {
        StringBuilder text = new StringBuilder();
        lines(page, indent.length()).forEach(line -> text.append((indent + line).stripTrailing()).append('\n'));
        return text.toString();
    }

    /**
     * Returns the lines of the table, that of its titles first.
     *
     * @param page  the room for the table
     * @param taken number of a line's characters that the caller will put before each line
     */
    public List<String> lines(Page page, int taken) {
        int[] widths = new int[columns.size()];
        Arrays.setAll(widths, this::width);
        int room = page.endless() ? Integer.MAX_VALUE : page.columns() - taken;
        boolean fixed = page.verbose() || page.endless();
        if (!fixed) {
            narrow(widths, room);
        }
        List<String> lines = new ArrayList<>();
        for (int first = 0; first < columns.size();) {
            List<Integer> block = block(widths, first, room, fixed);
            lines.addAll(drawn(block, widths));
            first = block.getLast() + 1;
        }
        return lines;
    }

    private int width(int column) {
        int cells = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
        return Math.max(columns.get(column).least, Math.max(columns.get(column).title.length(), cells));
    }

    /** Takes characters from the widest texts until all columns fit, or no text can give more. */
    private void narrow(int[] widths, int room) {
        int over = Arrays.stream(widths).sum() + GAP * (widths.length - 1) - room;
        while (over > 0) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                boolean gives = columns.get(i).kind == Kind.TEXT && widths[i] > Math.max(LEAST_TEXT, columns.get(i).title.length());
                widest = gives && (widest < 0 || widths[i] > widths[widest]) ? i : widest;
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
            over--;
        }
    }

    /** Returns the columns from {@code first} on that have room beside each other, behind the first column of the table. */
    private List<Integer> block(int[] widths, int first, int room, boolean fixed) {
        List<Integer> block = new ArrayList<>(first == 0 ? List.of() : List.of(0));
        int left = first == 0 ? room : room - widths[0] - GAP;
        for (int i = first; i < widths.length; i++) {
            boolean alone = i == first;
            if (widths[i] > left && alone && !fixed && columns.get(i).kind == Kind.TEXT) {
                widths[i] = Math.max(1, left);
            }
            if (widths[i] > left && !alone) {
                return block;
            }
            block.add(i);
            left -= widths[i] + GAP;
        }
        return block;
    }

    private List<String> drawn(List<Integer> block, int[] widths) {
        var shown = block.stream().map(i -> column(columns.get(i), widths[i])).toArray(com.github.freva.asciitable.Column[]::new);
        Object[][] cells = rows.stream().map(row -> block.stream().map(row::get).toArray()).toArray(Object[][]::new);
        boolean titled = columns.stream().anyMatch(column -> !column.title.isEmpty());
        // the library puts a blank on either side of a cell
        return AsciiTable.builder().border(AsciiTable.NO_BORDERS).lineSeparator("\n").data(shown, cells).asString().lines()
                .skip(titled ? 0 : 1).map(line -> line.replace(ELLIPSIS, CUT).substring(Math.min(1, line.length())).stripTrailing())
                .toList();
    }

    private static com.github.freva.asciitable.Column column(Column column, int width) {
        HorizontalAlign align = column.kind == Kind.NUMBER ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
        return new com.github.freva.asciitable.Column().header(column.title).headerAlign(align).dataAlign(align).minWidth(width + GAP)
                .maxWidth(width + GAP, OverflowBehaviour.ELLIPSIS_RIGHT);
    }
}
