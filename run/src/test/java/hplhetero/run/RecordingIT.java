package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.json.JsonReader;
import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run of the program records, over every transport, and the files that show it. */
final class RecordingIT {
    @TempDir
    private Path folder;
    private Launcher launcher;

    @BeforeEach
    void inAFolderOfItsOwn() {
        launcher = new Launcher(folder, Launcher.BRIEF);
    }

    private Sweep run(List<String> starter, String... options) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("run", "--nb", "16", "--blas", "vector", "--workers", "1", "--json",
                folder.resolve("r.json").toString(), "--progress", "none"));
        words.addAll(List.of(options));
        boolean threads = starter.isEmpty() && !words.contains("--transport");
        Ended ended = threads ? launcher.here(words.toArray(String[]::new)) : launcher.runBy(starter, words.toArray(String[]::new));
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        return JsonReader.read("r.json", Files.readAllBytes(folder.resolve("r.json")));
    }

    private static void shouldBeRecorded(TestResult test, int ranks) {
        TimeSeries series = test.result().timeSeries().orElseThrow();
        assertThat(series.after()).hasSize(series.panels() + 1).isSorted();
        assertThat(series.ranks()).extracting(RankSeries::rank).hasSize(ranks);
        for (RankSeries rank : series.ranks()) {
            assertThat(rank.seconds()).hasSameSizeAs(series.after()).isSorted();
            assertThat(rank.spans()).extracting(Span::step).contains(0);
        }
    }

    @ParameterizedTest
    @EnumSource(Starters.class)
    @Tag(Requirements.TAG)
    void shouldRecordOverMpi(Starters starter) throws Exception {
        Sweep sweep = run(starter.ranks(2), "-N", "130,200", "-P", "2", "-Q", "1");
        sweep.tests().forEach(test -> shouldBeRecorded(test, 2));
    }

    @Test
    @Needs(Component.MPJ_EXPRESS)
    void shouldRecordOverMpjExpress() throws Exception {
        Sweep sweep = run(List.of(), "--transport", "mpj", "-N", "130", "-P", "1", "-Q", "2");
        shouldBeRecorded(sweep.tests().getFirst(), 2);
    }

    /** What a file says of the ranks is as good as what was measured. */
    @Test
    void shouldPredictTheTimeSeriesWhereRanksAreKnown() throws Exception {
        Files.writeString(folder.resolve("my.cluster"), """
                ranks 0-1 host=a,b workers=1 speed=5GFLOPS panel=1GFLOPS
                link other-host latency=20us bandwidth=1GB/s
                """);
        Sweep sweep = run(List.of(), "-N", "300", "--ranks", "2", "--map", "weighted", "--cluster",
                folder.resolve("my.cluster").toString());
        TestResult test = sweep.tests().getFirst();
        assertThat(test.predicted()).hasSameSizeAs(test.result().timeSeries().orElseThrow().after()).isSorted();
        assertThat(test.predicted().getFirst()).isPositive();
        assertThat(run(List.of(), "-N", "100", "-P", "1", "-Q", "1").tests().getFirst().predicted()).isEmpty();
    }

    @Test
    void shouldRecordNothingWhereTheUserSaysNo() throws Exception {
        Sweep sweep = run(List.of(), "-N", "130", "-P", "1", "-Q", "2", "--record", "no");
        assertThat(sweep.tests().getFirst().result().timeSeries()).isEmpty();
        assertThat(sweep.tests().getFirst().result().ranks()).hasSize(2);
    }

    @Test
    void shouldRefuseATraceOfWhatIsNotRecorded() throws Exception {
        Ended ended = launcher.run("run", "-N", "130", "--record", "no", "--trace", "t.json");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--trace t.json --record no: a trace shows what was recorded: drop one of the two")
                .doesNotContain("\tat ");
        assertThat(folder.resolve("t.json")).doesNotExist();
    }

    @Test
    void shouldSayBeforeTheRunThatATraceCannotBeWritten() throws Exception {
        Ended ended = launcher.run("run", "-N", "130", "--trace", "none/t.json");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--trace none/t.json: no file can be written there");
    }

    /** A process a rank, a thread a worker, what was recorded in whole microseconds, and nothing at once that cannot be. */
    @Test
    void shouldWriteATraceOfTwoRanks() throws Exception {
        Sweep sweep = run(List.of(), "-N", "300", "-P", "1", "-Q", "2", "--trace", folder.resolve("t.json").toString());
        TimeSeries series = sweep.tests().getFirst().result().timeSeries().orElseThrow();
        JsonNode events = new JsonMapper().readTree(folder.resolve("t.json").toFile()).get("traceEvents");
        List<String> names = new ArrayList<>();
        Map<Integer, Long> end = new HashMap<>();
        int spans = 0;
        for (JsonNode event : events) {
            for (String field : List.of("name", "ph", "pid", "tid", "ts", "args")) {
                assertThat(event.has(field)).as("%s of %s", field, event).isTrue();
            }
            if (event.get("name").asString().equals("process_name")) {
                names.add(event.at("/args/name").asString());
            }
            if (event.get("ph").asString().equals("X")) {
                spans++;
                long begin = event.get("ts").asLong();
                assertThat(begin).isGreaterThanOrEqualTo(end.getOrDefault(event.get("tid").asInt(), 0L));
                end.put(event.get("tid").asInt(), begin + event.get("dur").asLong());
            }
        }
        assertThat(names).hasSize(3);
        assertThat(names.get(1)).contains("N=300 NB=16 P=1 Q=2: rank 0 on ");
        assertThat(names.get(2)).contains(": rank 1 on ");
        assertThat(end).hasSize(2);
        long told = series.ranks().stream().flatMap(rank -> rank.spans().stream()).filter(span -> span.end() > span.begin()).count();
        assertThat((long) spans).isEqualTo(told);
    }
}
