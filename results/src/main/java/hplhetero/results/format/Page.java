package hplhetero.results.format;

import java.io.Serializable;

/**
 * The room that a reader of text has. A file has lines of any length, because whoever searches a file wants each thing on one line. On a
 * terminal, sentences are folded and long names are cut, unless the reader asks for all.
 *
 * @param columns characters in a line
 * @param verbose whether everything is shown: no name is cut and no row is left out
 */
public record Page(int columns, boolean verbose) implements Serializable {
    /** The page of a file or a pipe, whose lines have no end. */
    public static final Page ENDLESS = new Page(Integer.MAX_VALUE, false);
    /** The least number of columns; a narrower page is filled as if it had this many. */
    public static final int LEAST_COLUMNS = 40;
    /** The characters that stand in place of what was cut. */
    private static final String CUT = "...";

    /** Makes a page of at least the least width that texts can be folded to, even where {@code columns} is less. */
    public Page {
        columns = Math.max(LEAST_COLUMNS, columns);
    }

    /** Returns whether lines on this page have no end, as in a file, so that nothing is folded. */
    public boolean endless() {
        return columns == Integer.MAX_VALUE;
    }

    /**
     * Returns a name, such as that of a processor, cut to {@code most} characters, the last three of which are then {@code ...}. Returns
     * the whole name where it is no longer, on a page whose lines have no end, or where the reader asks for all.
     *
     * @param name the name
     * @param most the most characters, &gt;= 3
     */
    public String cut(String name, int most) {
        return verbose || endless() || name.length() <= most ? name : name.substring(0, most - CUT.length()).stripTrailing() + CUT;
    }

    /** Returns text whose lines fit this page, folded as {@link FoldedText} folds. */
    public String fold(String text) {
        return endless() ? text : FoldedText.of(text, columns);
    }

    /**
     * Returns the width, in characters, that a text may have on this page behind other text: what is left of the page's columns, but at
     * least {@code least} and at most {@code most}.
     *
     * @param least least width
     * @param most  largest width
     * @param taken number of columns that the other text takes
     */
    public int among(int least, int most, int taken) {
        return Math.clamp((long) columns - taken, least, most);
    }
}
