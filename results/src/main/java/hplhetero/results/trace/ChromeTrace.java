package hplhetero.results.trace;

import hplhetero.hpl.plan.CaseMaps;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.MapMove;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import hplhetero.results.ColumnChange;
import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The report that writes what the tests of a sweep recorded as a trace. Tests follow each other in time. Each test is a process with its
 * rate, and each of its ranks a further process with one thread for each worker. docs/recording.md tells what can be seen. The file is
 * written in one piece at the end of the sweep, with whatever is known then; a test without a recorded time series has nothing in it.
 */
public final class ChromeTrace implements ReportSink {
    private static final double MICROS = 1e6;
    /** The most virtual columns of which a move says how many block columns they had before and after. */
    private static final int MOST_CHANGES = 64;

    private final Path file;

    /**
     * Makes the report of one sweep.
     *
     * @param file the file, written as {@link WholeFile#write} writes
     */
    public ChromeTrace(Path file) {
        this.file = file;
    }

    @Override
    public void ends(Sweep sweep) throws IOException {
        WholeFile.write(file, text(sweep));
    }

    private static String text(Sweep sweep) {
        try (TraceEvents events = new TraceEvents()) {
            Instant first = null;
            // viewers take process 0 for the idle process
            int pid = 1;
            for (int i = 0; i < sweep.tests().size(); i++) {
                TestResult test = sweep.tests().get(i);
                if (test.result().timeSeries().isPresent()) {
                    first = first == null ? test.result().start() : first;
                    String name = (sweep.requestedTests() > 1 ? "test " + (i + 1) + " " : "") + name(test.result().hplCase());
                    pid = new OneTest(events, test, name, ChronoUnit.MICROS.between(first, test.result().start())).tell(pid);
                }
            }
            return events.text(Map.of("program", "hpl-hetero " + sweep.run().version()));
        }
    }

    private static String name(HplCase c) {
        return c.variantCode() + " N=" + c.n() + " NB=" + c.nb() + " P=" + c.p() + " Q=" + c.q();
    }

    /**
     * The events of one test.
     *
     * @param events where events are written
     * @param test   the test
     * @param name   name of the test, for its processes
     * @param origin time at which the clock of the test started, in microseconds of the trace
     */
    private record OneTest(TraceEvents events, TestResult test, String name, long origin) {

        /**
         * Writes all events of the test, as trace processes with consecutive numbers.
         *
         * @param first number of the first of these processes, which no other test has
         * @return the number behind the last of these processes, for the next test
         */
        int tell(int first) {
            CaseResult result = test.result();
            TimeSeries series = result.timeSeries().orElseThrow();
            events.process(first, name);
            int last = series.after().size() - 1;
            double[] reached = IntStream.rangeClosed(0, last).mapToDouble(i -> latest(series, i)).toArray();
            rate(first, "GFLOPS", series, i -> reached[i]);
            if (!test.predicted().isEmpty()) {
                rate(first, "GFLOPS predicted", series, i -> test.predicted().get(i));
            }
            moves(first, result);
            int pid = first + 1;
            for (RankSeries rank : series.ranks()) {
                RankReport report = result.ranks().stream().filter(one -> one.rank() == rank.rank()).findFirst().orElseThrow();
                events.process(pid, name + ": rank " + rank.rank() + " on " + report.host());
                phases(pid, rank);
                spans(pid, rank, report.workers());
                // no two threads share a number, and the first thread of a process has the number of the process
                pid += report.workers();
            }
            return pid;
        }

        /** Writes a span for each time at which block columns changed owners, in a thread of the test's process. */
        private void moves(int pid, CaseResult result) {
            if (!result.adaptation().hasMoved()) {
                return;
            }
            CaseMaps maps = CaseMaps.of(result);
            events.thread(pid, pid, "block columns that moved");
            for (MapMove move : result.adaptation().moves()) {
                Map<String, Object> about = new LinkedHashMap<>();
                about.put("panel", move.panel());
                about.put("columns", move.columns());
                about.put("bytes", move.bytes());
                about.put("why", move.why());
                ColumnChange.of(move, maps).stream().limit(MOST_CHANGES)
                        .forEach(change -> about.put(change.who(), change.before() + " -> " + change.after()));
                long begin = micros(move.seconds());
                events.complete(pid, pid, "move", "map", begin, Math.max(1, micros(move.seconds() + move.took()) - begin), about);
            }
        }

        private static double latest(TimeSeries series, int point) {
            return series.ranks().stream().mapToDouble(rank -> rank.seconds().get(point)).max().orElse(0);
        }

        private long micros(double seconds) {
            return origin + Math.round(seconds * MICROS);
        }

        /** Writes a counter of the rate from point to point of the time series. The counter is 0 after the last point. */
        private void rate(int pid, String counter, TimeSeries series, IntToDoubleFunction reached) {
            double from = 0;
            double done = 0;
            for (int i = 0; i < series.after().size(); i++) {
                double operations = series.operations(test.result().hplCase(), i);
                double to = reached.applyAsDouble(i);
                if (micros(to) > micros(from)) {
                    events.counter(pid, counter, micros(from), Map.of("GFLOPS", (operations - done) * 1e-9 / (to - from)));
                    from = to;
                    done = operations;
                }
            }
            events.counter(pid, counter, micros(from), Map.of("GFLOPS", 0.0));
        }

        /** Writes a counter of how many workers are in each phase, on average from point to point of the time series. */
        private void phases(int pid, RankSeries rank) {
            List<Phase> phases = rank.workerSeconds().keySet().stream().filter(phase -> rank.workerSeconds().get(phase).getLast() > 0)
                    .sorted().toList();
            int from = -1;
            for (int to = 0; to < rank.seconds().size(); to++) {
                double begin = from < 0 ? 0 : rank.seconds().get(from);
                double seconds = rank.seconds().get(to) - begin;
                if (micros(begin + seconds) > micros(begin)) {
                    Map<String, Double> workers = new LinkedHashMap<>();
                    for (Phase phase : phases) {
                        List<Double> sums = rank.workerSeconds().get(phase);
                        workers.put(phase.label(), (sums.get(to) - (from < 0 ? 0 : sums.get(from))) / seconds);
                    }
                    events.counter(pid, "workers", micros(begin), workers);
                    from = to;
                }
            }
            Map<String, Double> none = new LinkedHashMap<>();
            phases.forEach(phase -> none.put(phase.label(), 0.0));
            events.counter(pid, "workers", micros(rank.seconds().getLast()), none);
        }

        private void spans(int pid, RankSeries rank, int workers) {
            int recorded = rank.spans().stream().mapToInt(Span::worker).max().orElse(-1);
            for (int worker = 0; worker < workers && worker <= recorded; worker++) {
                events.thread(pid, pid + worker, worker == 0 ? "rank's thread" : "worker " + worker);
            }
            for (Span span : rank.spans()) {
                long begin = micros(span.begin());
                long duration = micros(span.end()) - begin;
                if (duration > 0) {
                    events.complete(pid, pid + span.worker(), span.phase().label(), "panel step", begin, duration,
                            Map.of("panel", span.step()));
                }
            }
        }
    }
}
