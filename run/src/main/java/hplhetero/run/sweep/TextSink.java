package hplhetero.run.sweep;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.Page;
import hplhetero.results.netlib.NetlibReport;
import hplhetero.results.text.ExtrasReport;
import hplhetero.run.terminal.OutputDevice;
import java.io.IOException;

/** A sink that prints netlib's text and additional lines. A failed write does not end the sweep; the end of the text reports it. */
final class TextSink implements ReportSink {
    private final OutputDevice.Text text;
    private final NetlibReport netlib;
    private final ExtrasReport extras;

    /**
     * Makes a sink that has printed nothing yet.
     *
     * @param text the destination of the text
     * @param page the page that the additional lines are to fit
     */
    TextSink(OutputDevice.Text text, Page page) {
        this.text = text;
        netlib = new NetlibReport(text.stream());
        extras = new ExtrasReport(text.stream(), page);
    }

    @Override
    public void begins(Sweep sweep) throws IOException {
        netlib.begins(sweep);
        extras.begins(sweep);
    }

    @Override
    public void solved(TestResult test, Sweep soFar) throws IOException {
        netlib.solved(test, soFar);
        extras.solved(test, soFar);
    }

    @Override
    public void finished(TestResult test, Sweep soFar) throws IOException {
        netlib.finished(test, soFar);
        extras.finished(test, soFar);
    }

    /** Prints the last lines and ends the text, which closes a file. */
    @Override
    public void ends(Sweep sweep) throws IOException {
        netlib.ends(sweep);
        extras.ends(sweep);
        text.end();
    }
}
