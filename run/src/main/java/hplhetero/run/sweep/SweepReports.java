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
 * What a sweep has finished so far, and who hears of it. Used by rank 0's thread and, after Ctrl-C, by
 * the JVM's shutdown: whoever ends it first tells the sinks, once. What cannot be written while the sweep runs is a warning, for sinks try
 * again with the next test; what cannot be written at its end is an error.
 */
final class SweepReports {
    private final List<ReportSink> sinks;
    private final SweepParameters parameters;
    private final int asked;
    private final Set<String> unwritten;
    /** Warnings that were given. */
    private final Set<String> warned = new HashSet<>();
    private final List<TestResult> finished = new ArrayList<>();
    /** Not among the finished ones yet. */
    private Optional<TestResult> solved = Optional.empty();
    private boolean ended;

    /**
     * @param sinks told in this order
     * @param asked how many tests the sweep has
     * @param unwritten is told which files could not be written at the end
     */
    SweepReports(List<ReportSink> sinks, SweepParameters parameters, int asked, Set<String> unwritten) {
        this.sinks = List.copyOf(sinks);
        this.parameters = parameters;
        this.asked = asked;
        this.unwritten = unwritten;
    }

    /** @param run what is known of it by now */
    synchronized void begin(Supplier<RunDescription> run) {
        if (!ended) {
            Sweep sweep = soFar(run.get());
            warn(tell(sink -> sink.begins(sweep)));
        }
    }

    /** A test whose check comes next. */
    synchronized void solved(CaseResult result, Supplier<RunDescription> run) {
        if (!ended) {
            TestResult test = TestResult.of(result);
            solved = Optional.of(test);
            Sweep sweep = soFar(run.get());
            warn(tell(sink -> sink.solved(test, sweep)));
        }
    }

    /** The same test once it is checked, or one that was not solved. */
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
     * The next test begins.
     *
     * @param seconds until it is solved, roughly
     */
    synchronized void waits(double seconds, Supplier<RunDescription> run) {
        if (!ended) {
            Sweep sweep = soFar(run.get());
            warn(tell(sink -> sink.waits(seconds, sweep)));
        }
    }

    /**
     * Tells the sinks that the sweep is over; does nothing when that is done already.
     *
     * @throws IOException the first of what kept a sink from writing, when the others have been told
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

    /** Warns of each failure once, and of none with the last test: the end comes next. */
    private void warn(List<IOException> failures) {
        failures.stream().map(Messages::of).filter(why -> finished.size() < asked && warned.add(why))
                .forEach(why -> StandardError.say("warning: " + why));
    }

    /** Tells all sinks, whichever fails. @return what kept sinks from writing */
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
