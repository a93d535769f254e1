package hplhetero.results.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.MapMove;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ChromeTraceTest {
    @TempDir
    Path folder;

    private JsonNode trace(List<TestResult> tests) throws IOException {
        Path file = folder.resolve("trace.json");
        new ChromeTrace(file).ends(new Sweep(Samples.run(), Samples.parameters(16), tests.size(), tests));
        return new JsonMapper().readTree(Files.readString(file));
    }

    private static List<JsonNode> events(JsonNode trace) {
        return StreamSupport.stream(trace.get("traceEvents").spliterator(), false).toList();
    }

    private static List<JsonNode> of(JsonNode trace, String phase) {
        return events(trace).stream().filter(event -> event.get("ph").asString().equals(phase)).toList();
    }

    /** The same test, some seconds later. */
    private static TestResult later(TestResult test, int seconds) {
        CaseResult r = test.result();
        CaseResult later = new CaseResult(r.hplCase(), r.status(), r.start().plusSeconds(seconds), r.end().plusSeconds(seconds),
                r.seconds(), r.residual(), r.singular(), r.ranks(), r.note()).withTimeSeries(r.timeSeries().orElseThrow());
        return new TestResult(later, test.balance(), List.of());
    }

    private static List<String> names(JsonNode trace, String what) {
        return of(trace, "M").stream().filter(event -> event.get("name").asString().equals(what))
                .map(event -> event.at("/args/name").asString()).toList();
    }

    @Test
    void shouldHaveEveryFieldThatTheFormatAsksFor() throws IOException {
        JsonNode trace = trace(List.of(Samples.recorded(), later(Samples.recorded(), 7)));
        shouldBeATrace(trace);
        assertThat(trace.get("displayTimeUnit").asString()).isEqualTo("ms");
        assertThat(trace.at("/otherData/program").asString()).isEqualTo("hpl-hetero 0.1.0");
    }

    /** As the Trace Event Format has them; shared by whoever has a trace to look at. */
    private static void shouldBeATrace(JsonNode trace) {
        Map<Integer, String> processes = new HashMap<>();
        Map<Integer, Integer> processOfThread = new HashMap<>();
        Map<Integer, List<long[]>> done = new HashMap<>();
        for (JsonNode event : events(trace)) {
            assertThat(event.get("name").asString()).isNotEmpty();
            assertThat(event.get("ph").asString()).isIn("M", "X", "C");
            assertThat(event.get("pid").isIntegralNumber()).isTrue();
            assertThat(event.get("tid").isIntegralNumber()).isTrue();
            assertThat(event.get("ts").isIntegralNumber()).isTrue();
            assertThat(event.get("ts").asLong()).isNotNegative();
            assertThat(event.get("args").isObject()).isTrue();
            int pid = event.get("pid").asInt();
            int tid = event.get("tid").asInt();
            // viewers take 0 for the idle process
            assertThat(pid).isPositive();
            assertThat(processOfThread.merge(tid, pid, (one, other) -> one)).as("process of thread %d", tid).isEqualTo(pid);
            switch (event.get("ph").asString()) {
                case "M" -> {
                    if (event.get("name").asString().equals("process_name")) {
                        assertThat(processes.put(pid, event.at("/args/name").asString())).isNull();
                    }
                }
                case "X" -> {
                    assertThat(event.get("dur").isIntegralNumber()).isTrue();
                    assertThat(event.get("dur").asLong()).isPositive();
                    assertThat(event.get("cat").asString()).isNotEmpty();
                    done.computeIfAbsent(tid, t -> new ArrayList<>()).add(new long[] {event.get("ts").asLong(),
                        event.get("ts").asLong() + event.get("dur").asLong()});
                }
                default -> {
                    assertThat(event.get("args").size()).isPositive();
                    event.get("args").forEach(value -> assertThat(value.isNumber()).isTrue());
                }
            }
            assertThat(processes).containsKey(pid);
        }
        assertThat(new HashSet<>(processes.values())).hasSameSizeAs(processes.keySet());
        done.forEach((tid, spans) -> {
            spans.sort((a, b) -> Long.compare(a[0], b[0]));
            for (int i = 1; i < spans.size(); i++) {
                assertThat(spans.get(i)[0]).as("thread %d", tid).isGreaterThanOrEqualTo(spans.get(i - 1)[1]);
            }
        });
    }

    @Test
    void shouldNameRanksHostsAndWorkers() throws IOException {
        JsonNode trace = trace(List.of(Samples.recorded()));
        assertThat(names(trace, "process_name")).containsExactly("WR00R2C4 N=200 NB=16 P=1 Q=2",
                "WR00R2C4 N=200 NB=16 P=1 Q=2: rank 0 on node0", "WR00R2C4 N=200 NB=16 P=1 Q=2: rank 1 on node1");
        assertThat(names(trace, "thread_name")).containsExactly("rank's thread", "rank's thread");
        assertThat(of(trace, "M").stream().filter(event -> event.get("name").asString().equals("process_sort_index"))
                .map(event -> event.at("/args/sort_index").asInt())).containsExactly(0, 1, 2);
    }

    @Test
    void shouldShowTheSpansOfTheSteps() throws IOException {
        TestResult test = Samples.recorded();
        List<JsonNode> spans = of(trace(List.of(test)), "X");
        assertThat(spans).hasSize(8);
        assertThat(spans.stream().limit(4).map(span -> span.get("name").asString())).containsExactly("pivoting", "dgemm", "dgemm", "swap");
        assertThat(spans.stream().limit(4).map(span -> span.at("/args/panel").asInt())).containsExactly(0, 0, 6, 11);
        double unit = test.result().seconds() / 14 / 8;
        assertThat(spans.get(1).get("ts").asLong()).isEqualTo(Math.round(2e6 * unit));
        assertThat(spans.get(1).get("dur").asDouble()).isCloseTo(5e6 * unit, within(1.0));
    }

    /** The area below a rate is all that was to be done, and below a phase the seconds that it took. */
    @Test
    void shouldCountRatesAndPhasesOverTheRun() throws IOException {
        TestResult test = Samples.recorded();
        HplCase c = test.result().hplCase();
        JsonNode trace = trace(List.of(test));
        assertThat(area(trace, "GFLOPS", "GFLOPS", 1)).isCloseTo(c.flops() * 1e-9, within(1e-3 * c.flops() * 1e-9));
        assertThat(area(trace, "GFLOPS predicted", "GFLOPS", 1)).isCloseTo(c.flops() * 1e-9, within(1e-3 * c.flops() * 1e-9));
        double seconds = test.result().seconds();
        assertThat(area(trace, "workers", "dgemm", 2)).isCloseTo(0.7 * seconds, within(1e-3 * seconds));
        assertThat(area(trace, "workers", "dgemm", 3)).isCloseTo(0.35 * seconds, within(1e-3 * seconds));
        assertThat(of(trace, "C").stream().filter(event -> event.get("name").asString().equals("workers"))
                .flatMap(event -> event.get("args").propertyNames().stream()).distinct()).containsExactly("pivoting", "dgemm");
    }

    private static double area(JsonNode trace, String counter, String series, int pid) {
        List<JsonNode> values = of(trace, "C").stream().filter(event -> event.get("name").asString().equals(counter)
                && event.get("pid").asInt() == pid).toList();
        double area = 0;
        for (int i = 1; i < values.size(); i++) {
            long micros = values.get(i).get("ts").asLong() - values.get(i - 1).get("ts").asLong();
            assertThat(micros).isPositive();
            area += micros * 1e-6 * values.get(i - 1).get("args").get(series).asDouble();
        }
        assertThat(values.getLast().get("args").get(series).asDouble()).isZero();
        return area;
    }

    @Test
    void shouldShowWhenBlockColumnsMovedAndWhich() throws IOException {
        TestResult recorded = Samples.recorded();
        MapMove first = new MapMove(5, recorded.result().seconds() / 3, 1e-4, 2, 51_200, List.of(4, 4), List.of(6, 2), "rank 1 \"slow\"");
        MapMove atOnce = new MapMove(9, recorded.result().seconds() / 2, 0, 1, 3_000_000_000L, List.of(2, 2), List.of(2, 2), "");
        JsonNode trace = trace(List.of(new TestResult(recorded.result().withAdaptation(new Adaptation(true, "", List.of(),
                List.of(first, atOnce), List.of())), recorded.balance(), List.of())));
        shouldBeATrace(trace);
        List<JsonNode> moves = of(trace, "X").stream().filter(event -> event.get("cat").asString().equals("map")).toList();
        assertThat(moves).hasSize(2).allSatisfy(move -> assertThat(move.get("pid").asInt()).isEqualTo(1));
        assertThat(moves.getFirst().get("ts").asLong()).isEqualTo(Math.round(1e6 * first.seconds()));
        assertThat(moves.getFirst().get("dur").asDouble()).isCloseTo(100, within(1.0));
        assertThat(moves.getFirst().get("args").toString()).isEqualTo("{\"panel\":5,\"columns\":2,\"bytes\":51200,"
                + "\"why\":\"rank 1 \\\"slow\\\"\",\"rank 0\":\"4 -> 6\",\"rank 1\":\"4 -> 2\"}");
        assertThat(moves.getLast().at("/args/bytes").asLong()).isEqualTo(3_000_000_000L);
        assertThat(names(trace, "thread_name")).contains("block columns that moved");
        assertThat(names(trace(List.of(recorded)), "thread_name")).doesNotContain("block columns that moved");
    }

    @Test
    void shouldTellTestsApart() throws IOException {
        TestResult first = Samples.recorded();
        JsonNode trace = trace(List.of(first, TestResult.of(Samples.skipped("no memory")), later(first, 7)));
        assertThat(names(trace, "process_name")).hasSize(6).startsWith("test 1 WR00R2C4 N=200 NB=16 P=1 Q=2")
                .endsWith("test 3 WR00R2C4 N=200 NB=16 P=1 Q=2: rank 1 on node1");
        Set<Long> begins = new HashSet<>();
        of(trace, "X").forEach(span -> begins.add(span.get("ts").asLong() / 1_000_000));
        assertThat(begins).containsExactlyInAnyOrder(0L, 7L);
    }

    @Test
    void shouldBeATraceOfNothingWhereNothingIsRecorded() throws IOException {
        JsonNode trace = trace(List.of(TestResult.of(Samples.failed())));
        assertThat(events(trace)).isEmpty();
    }
}
