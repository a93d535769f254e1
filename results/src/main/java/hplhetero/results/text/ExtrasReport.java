package hplhetero.results.text;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.format.Page;
import java.io.PrintStream;

/**
 * What we add after netlib's text: machine, kernels, map, share of peak, where the time went. Every line
 * starts with {@code #} and none can be taken for a result by a parser of HPL's output.
 */
public final class ExtrasReport implements ReportSink {
    private final PrintStream out;
    private final Page page;

    /** @param out where the lines go when the sweep ends, as long as they are; flushed, never closed */
    public ExtrasReport(PrintStream out) {
        this(out, Page.ENDLESS);
    }

    /** @param page that the lines are to fit */
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
