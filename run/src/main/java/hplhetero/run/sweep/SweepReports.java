package hplhetero.run.sweep;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.ReportSink;
import hplhetero.results.RunDescription;
import hplhetero.results.Sweep;
import hplhetero.results.SweepParameters;
import hplhetero.results.TestResult;
import hplhetero.results.format.UnwritableException;
import hplhetero.run.terminal.ExitCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What a sweep has finished so far, and who hears of it. Used by rank 0's thread and, after Ctrl-C, by
 * the JVM's shutdown: whoever ends it first tells the sinks, once.
 */
final class SweepReports {
    private final List<ReportSink> sinks;
    private final SweepParameters parameters;
    private final int asked;
    private final Set<String> unwritten;
    private final List<TestResult> finished = new ArrayList<>();
    /** Not among the finished ones yet. */
    private Optional<TestResult> solved = Optional.empty();
    private boolean ended;

    /**
     * @param sinks told in this order
     * @param asked how many tests the sweep has
     * @param unwritten is told which files could not be written
     */
    SweepReports(List<ReportSink> sinks, SweepParameters parameters, int asked, Set<String> unwritten) {
        this.sinks = List.copyOf(sinks);
        this.parameters = parameters;
        this.asked = asked;
        this.unwritten = unwritten;
    }

    /** @param run what is known of it by now */
    synchronized void begin(Supplier<RunDescription> run) throws IOException {
        if (!ended) {
            Sweep sweep = soFar(run.get());
            tell(sink -> sink.begins(sweep));
        }
    }

    /** A test whose check comes next. */
    synchronized void solved(CaseResult result, Supplier<RunDescription> run) throws IOException {
        if (!ended) {
            TestResult test = TestResult.of(result);
            solved = Optional.of(test);
            Sweep sweep = soFar(run.get());
            tell(sink -> sink.solved(test, sweep));
        }
    }

    /** The same test once it is checked, or one that was not solved. */
    synchronized void finished(CaseResult result, Supplier<RunDescription> run) throws IOException {
        if (!ended) {
            TestResult test = TestResult.of(result);
            solved = Optional.empty();
            finished.add(test);
            Sweep sweep = soFar(run.get());
            tell(sink -> sink.finished(test, sweep));
        }
    }

    /** Does nothing when that is done already. */
    synchronized void end(RunDescription run) throws IOException {
        if (!ended) {
            ended = true;
            Sweep sweep = soFar(run);
            tell(sink -> sink.ends(sweep));
        }
    }

    synchronized boolean isEnded() {
        return ended;
    }

    /** 0 when every test so far has passed, or was not to be checked. */
    synchronized int exitCode() {
        boolean good = tests().map(test -> test.result().status())
                .allMatch(s -> s == CheckStatus.PASSED || s == CheckStatus.UNCHECKED);
        return good ? ExitCode.OK : ExitCode.FAILED;
    }

    private Sweep soFar(RunDescription run) {
        return new Sweep(run, parameters, asked, tests().toList());
    }

    private Stream<TestResult> tests() {
        return Stream.concat(finished.stream(), solved.stream());
    }

    /** What a sink is told. */
    @FunctionalInterface
    private interface News {
        void to(ReportSink sink) throws IOException;
    }

    /** All of them, whichever fails; then throws what the first has thrown. */
    private void tell(News news) throws IOException {
        List<Exception> failures = new ArrayList<>();
        for (ReportSink sink : sinks) {
            try {
                news.to(sink);
            } catch (IOException | RuntimeException failed) {
                failures.add(failed);
                if (failed instanceof UnwritableException file) {
                    unwritten.add(file.file());
                }
            }
        }
        if (!failures.isEmpty()) {
            Exception first = failures.getFirst();
            failures.stream().skip(1).forEach(first::addSuppressed);
            if (first instanceof IOException cannotWrite) {
                throw cannotWrite;
            }
            throw (RuntimeException) first;
        }
    }
}
