package hplhetero.run.sweep;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.Page;
import hplhetero.results.netlib.NetlibReport;
import hplhetero.results.text.ExtrasReport;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.util.List;

/**
 * A sink that prints netlib's text and, unless the user wants nothing but results and errors, additional lines. A failed write does not end
 * the sweep; the end of the text reports it.
 */
final class TextSink implements ReportSink {
    private final OutputDevice.Text text;
    /** The reports whose lines make the text, in the order in which they print. */
    private final List<ReportSink> reports;

    /**
     * Makes a sink that has printed nothing yet.
     *
     * @param text the destination of the text
     * @param page the page that the additional lines are to fit
     */
    TextSink(OutputDevice.Text text, Page page) {
        this.text = text;
        ReportSink netlib = new NetlibReport(text.stream());
        reports = StandardError.isQuiet() ? List.of(netlib) : List.of(netlib, new ExtrasReport(text.stream(), page));
    }

    @Override
    public void begins(Sweep sweep) throws IOException {
        for (ReportSink report : reports) {
            report.begins(sweep);
        }
    }

    @Override
    public void solved(TestResult test, Sweep soFar) throws IOException {
        for (ReportSink report : reports) {
            report.solved(test, soFar);
        }
    }

    @Override
    public void finished(TestResult test, Sweep soFar) throws IOException {
        for (ReportSink report : reports) {
            report.finished(test, soFar);
        }
    }

    /** Prints the last lines and ends the text, which closes a file. */
    @Override
    public void ends(Sweep sweep) throws IOException {
        for (ReportSink report : reports) {
            report.ends(sweep);
        }
        text.end();
    }
}
