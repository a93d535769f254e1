package hplhetero.run.sweep;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.RunDescription;
import hplhetero.results.SweepParameters;
import hplhetero.results.json.JsonReport;
import hplhetero.results.netlib.NetlibReport;
import hplhetero.results.text.ExtrasReport;
import hplhetero.run.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What a sweep has finished so far, and the reports of it. Used by rank 0's thread and, after Ctrl-C, by
 * the JVM's shutdown: whoever closes it first writes the end of the reports, once.
 */
final class SweepReports {
    private final PrintStream out;
    private final NetlibReport report;
    private final SweepParameters parameters;
    private final Optional<Path> json;
    private final int asked;
    private final List<CaseResult> results = new ArrayList<>();
    /** Not among the results yet. */
    private Optional<CaseResult> solved = Optional.empty();
    private boolean closed;

    SweepReports(PrintStream out, SweepParameters parameters, int asked, Optional<Path> json) {
        this.out = out;
        this.report = new NetlibReport(out);
        this.parameters = parameters;
        this.json = json;
        this.asked = asked;
    }

    synchronized void start() {
        report.start(parameters);
        out.flush();
    }

    /**
     * A test whose check comes next.
     *
     * @param run what is known of it by now; JSON is written at once, for nobody knows how a run will end
     */
    synchronized void solved(CaseResult result, Supplier<RunDescription> run) throws IOException {
        if (closed) {
            return;
        }
        solved = Optional.of(result);
        report.solved(result);
        out.flush();
        writeInterim(run);
    }

    /** The same test once it is checked, or one that was not solved. */
    synchronized void finished(CaseResult result, Supplier<RunDescription> run) throws IOException {
        if (closed) {
            return;
        }
        solved = Optional.empty();
        results.add(result);
        report.result(result);
        out.flush();
        writeInterim(run);
    }

    private void writeInterim(Supplier<RunDescription> run) throws IOException {
        if (json.isPresent()) {
            JsonReport.interim(json.get(), run.get(), parameters, asked, all());
        }
    }

    private List<CaseResult> all() {
        return Stream.concat(results.stream(), solved.stream()).toList();
    }

    /** Writes the closing counts, what we add to them, and JSON; does nothing when that is done already. */
    synchronized void close(RunDescription run) throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        report.finish();
        ExtrasReport.print(out, run, all());
        out.flush();
        if (json.isPresent()) {
            JsonReport.write(json.get(), run, parameters, asked, all());
        }
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** 0 when every test so far has passed, or was not to be checked. */
    synchronized int exitCode() {
        boolean good = all().stream().map(CaseResult::status)
                .allMatch(s -> s == CheckStatus.PASSED || s == CheckStatus.UNCHECKED);
        return good ? ExitCode.OK : ExitCode.FAILED;
    }
}
