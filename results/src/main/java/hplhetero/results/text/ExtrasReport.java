package hplhetero.results.text;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import java.io.PrintStream;

/**
 * What we add after netlib's text: machine, kernels, map, share of peak, where the time went. Every line
 * starts with {@code #} and none can be taken for a result by a parser of HPL's output.
 */
public final class ExtrasReport implements ReportSink {
    private final PrintStream out;

    /** @param out where the lines go when the sweep ends; flushed, never closed */
    public ExtrasReport(PrintStream out) {
        this.out = out;
    }

    @Override
    public void ends(Sweep sweep) {
        out.print(ExtrasText.of(sweep));
        out.flush();
    }
}
