package hplhetero.results;

import hplhetero.hpl.CaseResult;
import java.io.PrintStream;

/** Netlib HPL 2.3's text of a sweep, character by character outside the banner. Safe for several threads. */
public final class NetlibReport {

    /** @param out where the text goes; flushed after each result, never closed */
    public NetlibReport(PrintStream out) {
    }

    /** Writes banner and parameters. */
    public synchronized void start(SweepParameters parameters) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Writes one test. */
    public synchronized void result(CaseResult result) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Writes the counts of what was finished; later calls, of any method, do nothing. */
    public synchronized void finish() {
        throw new UnsupportedOperationException("not built yet");
    }
}
