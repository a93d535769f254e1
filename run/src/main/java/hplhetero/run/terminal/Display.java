package hplhetero.run.terminal;

import hplhetero.results.format.Page;
import java.util.Optional;

/**
 * How much is shown to the user, and how.
 *
 * @param verbose whether names are shown whole and all rows of tables
 * @param color   whether the last line is coloured
 */
public record Display(boolean verbose, ColorMode color) {
    /** Where nobody asked for anything. */
    public static final Display USUAL = new Display(false, ColorMode.AUTO);
    private static final int USUAL_COLUMNS = 80;

    /** The room on standard output. */
    public Page out() {
        return page(Terminal.isStandardOutput());
    }

    /** The room on standard error. */
    public Page err() {
        return page(StandardError.isTerminal());
    }

    /** The room in a file. */
    public Page file() {
        return new Page(Integer.MAX_VALUE, verbose);
    }

    /** A file has no end of a line: programs read it, whatever COLUMNS says. */
    private Page page(boolean terminal) {
        Optional<Integer> columns = terminal ? Terminal.columns() : Terminal.testColumns();
        return columns.map(wide -> new Page(wide, verbose)).orElseGet(() -> terminal ? new Page(USUAL_COLUMNS, verbose) : file());
    }

    /**
     * A word of the last line in its colour.
     *
     * @param style such as {@code bold,green}
     */
    public String colored(String style, String word) {
        return color.decided(StandardError.isTerminal(), System.getenv()).string("@|" + style + " " + word + "|@");
    }
}
