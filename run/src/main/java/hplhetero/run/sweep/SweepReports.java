package hplhetero.run.sweep;

import hplhetero.hpl.problem.SweepParameters;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.ReportSink;
import hplhetero.results.RunDescription;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.UnwritableException;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.Messages;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The tests that a sweep has finished so far, and the sinks that hear of them. Rank 0's thread and, after Ctrl-C, the JVM's shutdown thread
 * use it; whichever ends it first tells the sinks, once. A write that fails while the sweep runs is only a warning, because sinks try again
 * with the next test. A write that fails at the end is an error.
 */
final class SweepReports {
    private final List<ReportSink> sinks;
    private final SweepParameters parameters;
    /** Number of tests of the whole sweep. */
    private final int requestedTests;
    private final Set<String> unwritten;
    /** The texts of all warnings given so far, so that none is given twice. */
    private final Set<String> warned = new HashSet<>();
    private final List<TestResult> finished = new ArrayList<>();
    /** The test that is solved but not yet checked, so not among {@link #finished}. */
    private Optional<TestResult> solved = Optional.empty();
    /** Whether the sinks were told that the sweep is over. */
    private boolean ended;

    /**
     * Makes the reports of a sweep that has not begun.
     *
     * @param sinks sinks, told in this order
     * @param requestedTests how many tests the sweep has
     * @param unwritten receives the names of files that could not be written at the end
     */
    SweepReports(List<ReportSink> sinks, SweepParameters parameters, int requestedTests, Set<String> unwritten) {
        this.sinks = List.copyOf(sinks);
        this.parameters = parameters;
        this.requestedTests = requestedTests;
        this.unwritten = unwritten;
    }

    /**
     * Tells the sinks that the sweep begins.
     *
     * @param run returns what is known of the run by now
     */
    synchronized void begin(Supplier<RunDescription> run) {
        if (!ended) {
            Sweep sweep = soFar(run.get());
            warn(tell(sink -> sink.begins(sweep)));
        }
    }

    /**
     * Tells the sinks of a test that is solved and will be checked next.
     *
     * @param result the result so far, not checked yet
     * @param run    returns what is known of the run by now
     */
    synchronized void solved(CaseResult result, Supplier<RunDescription> run) {
        if (!ended) {
            TestResult test = TestResult.of(result);
            solved = Optional.of(test);
            Sweep sweep = soFar(run.get());
            warn(tell(sink -> sink.solved(test, sweep)));
        }
    }

    /**
     * Tells the sinks of a test that is checked, or that was not solved.
     *
     * @param result the result of the test
     * @param run    returns what is known of the run by now
     */
    synchronized void finished(CaseResult result, Supplier<RunDescription> run) {
        if (!ended) {
            TestResult test = TestResult.of(result);
            solved = Optional.empty();
            finished.add(test);
            Sweep sweep = soFar(run.get());
            warn(tell(sink -> sink.finished(test, sweep)));
        }
    }

    /**
     * Tells the sinks that the next test begins.
     *
     * @param seconds rough time until the test is solved, in seconds
     * @param run     returns what is known of the run by now
     */
    synchronized void waits(double seconds, Supplier<RunDescription> run) {
        if (!ended) {
            Sweep sweep = soFar(run.get());
            warn(tell(sink -> sink.waits(seconds, sweep)));
        }
    }

    /**
     * Tells the sinks that the sweep is over. Does nothing when they have been told already.
     *
     * @param run the description of the run, complete by now
     * @throws IOException the first failure that kept a sink from writing, thrown after all sinks have been told
     */
    synchronized void end(RunDescription run) throws IOException {
        if (!ended) {
            ended = true;
            Sweep sweep = soFar(run);
            List<IOException> failures = tell(sink -> sink.ends(sweep));
            failures.stream().filter(UnwritableException.class::isInstance).map(failed -> ((UnwritableException) failed).file())
                    .forEach(unwritten::add);
            if (!failures.isEmpty()) {
                failures.stream().skip(1).forEach(failed -> StandardError.say(Messages.of(failed)));
                throw failures.getFirst();
            }
        }
    }

    /** Returns whether the sinks have been told that the sweep is over. */
    synchronized boolean isEnded() {
        return ended;
    }

    /** Returns the exit code so far: 0 when every test has passed, or was not to be checked. */
    synchronized int exitCode() {
        boolean good = tests().map(test -> test.result().status())
                .allMatch(s -> s == CheckStatus.PASSED || s == CheckStatus.UNCHECKED);
        return good ? ExitCode.OK : ExitCode.FAILED;
    }

    private Sweep soFar(RunDescription run) {
        return new Sweep(run, parameters, requestedTests, tests().toList());
    }

    private Stream<TestResult> tests() {
        return Stream.concat(finished.stream(), solved.stream());
    }

    /** A call of a method of a sink. */
    @FunctionalInterface
    private interface News {
        void to(ReportSink sink) throws IOException;
    }

    /** Warns of each failure once. Gives no warning with the last test, because the end of the sweep follows and reports failures. */
    private void warn(List<IOException> failures) {
        failures.stream().map(Messages::of).filter(why -> finished.size() < requestedTests && warned.add(why))
                .forEach(why -> StandardError.note("warning: " + why));
    }

    /** Tells all sinks, even if some fail, and returns what kept sinks from writing. */
    private List<IOException> tell(News news) {
        List<IOException> failures = new ArrayList<>();
        List<RuntimeException> faults = new ArrayList<>();
        for (ReportSink sink : sinks) {
            try {
                news.to(sink);
            } catch (IOException failed) {
                failures.add(failed);
            } catch (RuntimeException fault) {
                faults.add(fault);
            }
        }
        if (!faults.isEmpty()) {
            faults.stream().skip(1).forEach(faults.getFirst()::addSuppressed);
            failures.forEach(faults.getFirst()::addSuppressed);
            throw faults.getFirst();
        }
        return failures;
    }
}
