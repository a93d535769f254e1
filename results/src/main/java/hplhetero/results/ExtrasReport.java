package hplhetero.results;

import hplhetero.hpl.CaseResult;
import java.io.PrintStream;
import java.util.List;

/** What we add after netlib's text: machine, kernels, share of peak, where the time went. */
public final class ExtrasReport {

    private ExtrasReport() {
    }

    /** Writes lines that all start with {@code #}. */
    public static void print(PrintStream out, RunDescription run, List<CaseResult> results) {
        throw new UnsupportedOperationException("not built yet");
    }
}
