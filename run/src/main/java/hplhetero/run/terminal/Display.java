package hplhetero.run.terminal;

import hplhetero.results.format.Page;
import java.util.Optional;

/**
 * How much is shown to the user, and how.
 *
 * @param verbose whether names and tables are shown whole
 * @param color   whether the last line is coloured
 */
public record Display(boolean verbose, ColorMode color) {
    /** The display where nobody asked for anything. */
    public static final Display USUAL = new Display(false, ColorMode.AUTO);
    private static final int USUAL_COLUMNS = 80;

    /**
     * Returns the line length that texts on standard output must keep to: the terminal's width, or no limit where standard output is no
     * terminal. The page also says whether names and tables are shown whole.
     */
    public Page out() {
        return page(Terminal.isStandardOutput());
    }

    /**
     * Returns the line length that texts on standard error must keep to: the terminal's width, or no limit where standard error is no
     * terminal. The page also says whether names and tables are shown whole.
     */
    public Page err() {
        return page(StandardError.isTerminal());
    }

    /**
     * Returns the page for texts in a file, whose lines may have any length. The page also says whether names and tables are shown whole.
     */
    public Page file() {
        return new Page(Integer.MAX_VALUE, verbose);
    }

    /**
     * Returns the room on a terminal or, where there is none, in a file. Lines of a file never end, whatever COLUMNS says, because programs
     * read them.
     */
    private Page page(boolean terminal) {
        Optional<Integer> columns = terminal ? Terminal.columns() : Terminal.testColumns();
        return columns.map(wide -> new Page(wide, verbose)).orElseGet(() -> terminal ? new Page(USUAL_COLUMNS, verbose) : file());
    }

    /**
     * Returns a word of the program's last line in its colour; without one where messages are not coloured.
     *
     * @param style the colour, such as {@code bold,green}
     * @param word  the word to be coloured
     */
    public String colored(String style, String word) {
        return color.decided(StandardError.isTerminal(), System.getenv()).string("@|" + style + " " + word + "|@");
    }
}
