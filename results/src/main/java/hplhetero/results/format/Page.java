package hplhetero.results.format;

import java.io.Serializable;

/**
 * The room that a reader has. In a file there is no end to a line: who searches it wants each thing on one. On a terminal sentences are
 * folded, and names that are too long are cut, unless the reader asks for all.
 *
 * @param columns characters of a line
 * @param verbose whether all is shown: no name is cut and no row left out
 */
public record Page(int columns, boolean verbose) implements Serializable {
    /** A file, or a pipe. */
    public static final Page ENDLESS = new Page(Integer.MAX_VALUE, false);
    /** Narrower ones are filled as this is. */
    public static final int LEAST_COLUMNS = 40;
    /** In place of what was cut. */
    private static final String CUT = "...";

    public Page {
        columns = Math.max(LEAST_COLUMNS, columns);
    }

    /** Whether it is a file. */
    public boolean endless() {
        return columns == Integer.MAX_VALUE;
    }

    /** A name of something, such as a processor's, of {@code most} characters where there is little room. */
    public String cut(String name, int most) {
        return verbose || endless() || name.length() <= most ? name : name.substring(0, most - CUT.length()).stripTrailing() + CUT;
    }

    /** A line, or several, that fit: see {@link FoldedText}. */
    public String fold(String text) {
        return endless() ? text : FoldedText.of(text, columns);
    }

    /** As wide as there is room for, at least {@code least} and at most {@code most}. */
    public int among(int least, int most, int taken) {
        return Math.clamp((long) columns - taken, least, most);
    }
}
