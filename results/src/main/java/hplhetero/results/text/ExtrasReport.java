package hplhetero.results.text;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.format.Page;
import java.io.PrintStream;

/**
 * The report that adds what netlib's text does not have: machine, kernels, map, share of peak, and where the time went. Every line starts
 * with {@code #}, and no parser of HPL's output can take one for a result.
 */
public final class ExtrasReport implements ReportSink {
    private final PrintStream out;
    private final Page page;

    /**
     * Makes a report whose lines are not folded.
     *
     * @param out where the lines go when the sweep ends; flushed, never closed
     */
    public ExtrasReport(PrintStream out) {
        this(out, Page.ENDLESS);
    }

    /**
     * Makes a report whose lines fit a page.
     *
     * @param out  where the lines go when the sweep ends; flushed, never closed
     * @param page the room for the lines
     */
    public ExtrasReport(PrintStream out, Page page) {
        this.out = out;
        this.page = page;
    }

    @Override
    public void ends(Sweep sweep) {
        out.print(ExtrasText.of(sweep, page));
        out.flush();
    }
}
