package hplhetero.run.option;

import hplhetero.results.format.Page;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.progress.ProgressStyle;
import hplhetero.run.start.LaunchedRank;
import hplhetero.run.terminal.ColorMode;
import hplhetero.run.terminal.Display;
import hplhetero.run.terminal.StandardError;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options for what is shown of results and of progress, common to all commands. */
@Heading(Topic.OUTPUT)
public final class DisplayOptions {
    /** The option for people who want nothing but results and errors. */
    public static final String QUIET = "--quiet";
    private static final int USUAL_COLUMNS = 80;

    @Option(names = {"-v", "--verbose"},
            description = "Show full names and all rows of tables, even if lines become longer than the terminal is wide.")
    private boolean verbose;

    @Common
    @Option(names = {QUIET}, description = "Show nothing but the result and errors: no progress, no notes. A run prints netlib HPL's lines "
            + "alone, and a last line only if a test has not passed.")
    private boolean quiet;

    @Option(names = {"--color"}, paramLabel = "WHEN",
            description = "Colour the last line: auto (default: on a terminal, unless NO_COLOR is set), always or never.")
    private ColorMode color = ColorMode.AUTO;

    @Option(names = {"--progress"}, paramLabel = "STYLE", description = "Show progress on standard error: auto (default: a bar on a "
            + "terminal, otherwise a line every few seconds), bar, plain or none.")
    private ProgressStyle progress = ProgressStyle.AUTO;

    /** Returns the choices of how much is shown to the user, and whether in colours. */
    public Display display() {
        return new Display(verbose, color);
    }

    /**
     * Returns the line length that texts on standard output must keep to: the terminal's width, or no limit where standard output is no
     * terminal. The page also says whether the user wants names and tables whole.
     */
    public Page page() {
        return display().out();
    }

    /**
     * Returns a monitor that shows progress from now on, in the process of rank 0. It must be closed before anything is printed that is not
     * for people.
     */
    public ProgressMonitor progress() {
        return progress(System.getenv());
    }

    private ProgressMonitor progress(Map<String, String> environment) {
        ProgressStyle style = quiet || !LaunchedRank.isFirst(environment) ? ProgressStyle.NONE
                : progress.decided(StandardError.isTerminal() && !"dumb".equals(environment.get("TERM")));
        Page page = display().err();
        return new ProgressMonitor(style, System.err, page.endless() ? USUAL_COLUMNS : page.columns());
    }
}
