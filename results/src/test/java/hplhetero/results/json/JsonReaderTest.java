package hplhetero.results.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.results.HostTrait;
import hplhetero.results.HostTraits;
import hplhetero.results.IdlePower;
import hplhetero.results.Provenance;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.text.ExtrasReport;
import hplhetero.results.text.ExtrasReportTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class JsonReaderTest {
    @TempDir
    Path folder;

    static List<Sweep> sweeps() {
        return List.of(Samples.sweep(Samples.parameters(16), Samples.sample()),
                Samples.sweep(Samples.parameters(1e-9), List.of(Samples.failed(), Samples.skipped("rank 1 needs \"300 GiB\""))),
                Samples.sweep(Samples.parameters(0), List.of(Samples.unchecked())),
                Samples.sweep(Samples.parameters(16), List.of(ExtrasReportTest.measured(), slowedAndSingular())),
                Samples.sweep(Samples.parameters(16), List.of(Samples.chosen(), Samples.failed())),
                Samples.sweep(Samples.parameters(16), List.of(Samples.corrected(), Samples.ended())),
                Samples.sweep(Samples.parameters(16), List.of(Samples.moved(), Samples.watched(), Samples.unwatched())),
                Samples.sweep(Samples.parameters(16), List.of(Samples.metered(), Samples.meteredWholly(), ExtrasReportTest.withDevices())),
                // interrupted: nothing solved, and in a check
                new Sweep(Samples.run(), Samples.parameters(16), 8, List.of()),
                new Sweep(Samples.run(), Samples.parameters(16), 8, Samples.sweep(Samples.parameters(16),
                        List.of(Samples.passed(30, 3, 2, 2, 1, 1e-3), Samples.checking())).tests()),
                Samples.sweep(unknowns(), everyWord(), everyMap()), recorded());
    }

    private static Sweep recorded() {
        return new Sweep(Samples.run(), Samples.parameters(16), 2, List.of(Samples.recorded(), TestResult.of(Samples.failed())));
    }

    /** A run of which little is known, on several hosts. */
    private static RunDescription unknowns() {
        RunDescription.Host host = new RunDescription.Host("b", "", "processor not asked for", "", 0, 0, "",
                new RunDescription.Provider("native", "OpenBLAS", Double.NaN, "asked"), List.of(4, 6), 4, "each worker bound to a core",
                new HostTraits(Map.of(HostTrait.SOCKETS, "2", HostTrait.GOVERNOR, "performance (intel_pstate)")));
        return new RunDescription("0.1.0", List.of(Samples.host("a", List.of(0, 1, 2, 3)), host), "mpi", "planned", Optional.empty(),
                List.of(), List.of("\u00fcber", "two\nlines"),
                List.of(new Slowdown(2), Slowdown.parse("1.25@40%:2.5@90s:1"), Slowdown.NONE), 0,
                new Provenance("hpl run -N 200", "d193ba1f-dirty", "Slurm 7"),
                Optional.of(new IdlePower(41.5, 10, "RAPL: package")));
    }

    private static SweepParameters everyWord() {
        return new SweepParameters(List.of(1, 2), List.of(3), ProcessMapping.COLUMN_MAJOR, List.of(1), List.of(2),
                List.of(Factorization.values()), List.of(4, 8), List.of(2), List.of(Factorization.values()),
                List.of(BroadcastAlgorithm.values()), List.of(0, 1), SwapAlgorithm.SPREAD_ROLL, 64, false, true, false, 4, 1e300);
    }

    private static List<CaseResult> everyMap() {
        return List.<MapSpec>of(new MapSpec.Cells(List.of(List.of(0, 1), List.of(2, 3))),
                new MapSpec.Weighted(List.of(), List.of(2.0, 1 / 3.0)),
                new MapSpec.Explicit(List.of(List.of(0, 2), List.of(2, 0)), List.of(0, 1, 0), List.of(1, 0, 0, 1))).stream()
                .map(map -> Samples.result(new HplCase(200, 64, 1, 2, ProcessMapping.COLUMN_MAJOR, 3, BroadcastAlgorithm.LONG_M,
                        new PanelVariant(Factorization.LEFT, 3, Factorization.CROUT, 2), SwapAlgorithm.BINARY_EXCHANGE, 0, false, map, 16),
                        CheckStatus.PASSED, 1 / 3.0, new Residual(1e-3, 1, 2, 3, 4, 5, 6, 0xfedcba98), Samples.START.plusNanos(123456789)))
                .toList();
    }

    private static CaseResult slowedAndSingular() {
        CaseResult failed = Samples.failed();
        return new CaseResult(failed.hplCase(), CheckStatus.FAILED, failed.start(), failed.end(), failed.seconds(),
                Optional.of(new Residual(Double.NaN, Double.POSITIVE_INFINITY, 1, 1, Double.NaN, 1, 1, -1)), true, failed.ranks(),
                "column 7 has no pivot");
    }

    private Path written(Sweep sweep) throws IOException {
        Path file = folder.resolve("hpl.json");
        new JsonReport(file).ends(sweep);
        return file;
    }

    @ParameterizedTest
    @MethodSource("sweeps")
    void shouldWriteAgainWhatItHasRead(Sweep sweep) throws IOException {
        String text = Files.readString(written(sweep));
        assertThat(Files.readString(written(read(written(sweep))))).isEqualTo(text);
    }

    @Test
    void shouldReadWhatTestsOfStepsHaveFound() throws IOException {
        Sweep read = read(written(Samples.sweep(Samples.parameters(16), List.of(Samples.corrected(), Samples.ended()))));
        assertThat(read.tests().getFirst().result().stepTests()).isEqualTo(Samples.corrected().stepTests());
        assertThat(read.tests().getLast().result().stepTests()).isEqualTo(Samples.ended().stepTests());
        assertThat(read.tests().getLast().result().residual()).isEmpty();
    }

    @Test
    void shouldReadHowAMapFollowedItsRanks() throws IOException {
        List<CaseResult> written = List.of(Samples.moved(), Samples.watched(), Samples.unwatched(), Samples.failed());
        Sweep read = read(written(Samples.sweep(Samples.parameters(16), written)));
        assertThat(read.tests()).extracting(test -> test.result().adaptation())
                .isEqualTo(written.stream().map(CaseResult::adaptation).toList());
        assertThat(read.tests()).extracting(test -> test.result().hplCase()).isEqualTo(written.stream().map(CaseResult::hplCase).toList());
    }

    @Test
    void shouldReadTestsOfBeforeAMapCouldFollow() throws IOException {
        Path file = edited(root -> root.at("/results").forEach(test -> ((ObjectNode) test).remove(List.of("rebalance", "adaptation"))));
        assertThat(read(file).tests()).hasSize(8).allSatisfy(test -> {
            assertThat(test.result().adaptation()).isEqualTo(Adaptation.NONE);
            assertThat(test.result().hplCase().rebalance()).isEqualTo(Rebalance.NO);
        });
    }

    /** With what was read a report can be made that nobody asked for when the tests ran. */
    @ParameterizedTest
    @MethodSource("sweeps")
    void shouldReadAllThatTheTextsSay(Sweep sweep) throws IOException {
        Sweep read = read(written(sweep));
        assertThat(extras(read)).isEqualTo(extras(sweep));
        assertThat(Samples.netlibText(read)).isEqualTo(Samples.netlibText(sweep).replace("               inf", "               nan"));
        assertThat(read.requestedTests()).isEqualTo(sweep.requestedTests());
    }

    @Test
    void shouldWriteTotalsOfAHostsHealth() throws IOException {
        JsonNode health = new JsonMapper().readTree(Files.readString(written(Samples.sweep(Samples.parameters(16),
                List.of(Samples.metered(), Samples.meteredWholly())))));
        assertThat(health.at("/results/0/power/0/health").isNull()).isTrue();
        assertThat(health.at("/results/1/power/1/health/series/megahertz").toString()).isEqualTo("[3400,null,1200,1300]");
        JsonNode totals = health.at("/results/1/power/1/health/totals");
        // by the seconds of the spans: 5, 5 and 1
        assertThat(totals.get("megahertz").asDouble()).isCloseTo((5 * 3400 + 5 * 1200 + 1300) / 11.0, within(1e-9));
        assertThat(totals.get("leastMegahertz").asDouble()).isEqualTo(1100);
        assertThat(totals.get("celsius").asDouble()).isEqualTo(96.25);
        assertThat(totals.get("throttledSeconds").asDouble()).isEqualTo(7);
        assertThat(totals.get("freeBytes").asDouble()).isEqualTo(2e9);
        assertThat(totals.get("swappedBytes").asDouble()).isEqualTo(8192);
        assertThat(totals.get("linkErrors").isNull()).isTrue();
    }

    @Test
    void shouldRefuseASeriesWithTooFewValues() throws IOException {
        String text = Files.readString(written(Samples.sweep(Samples.parameters(16), List.of(Samples.meteredWholly()))));
        Path file = folder.resolve("short.json");
        Files.writeString(file, text.replaceAll("3390\\.5,\\s*", ""));
        assertThatThrownBy(() -> read(file)).hasMessageContaining("/results/0/power/1/health/series")
                .hasMessageContaining("leastMegahertz has 3 values for 4 points");
    }

    @Test
    void shouldReadWhatHostsTook() throws IOException {
        Path file = written(Samples.sweep(Samples.parameters(16), List.of(Samples.metered(), Samples.meteredWholly())));
        Sweep read = read(file);
        assertThat(read.tests().getFirst().result().power()).isEqualTo(Samples.metered().power());
        assertThat(read.tests().getLast().result().power()).isEqualTo(Samples.meteredWholly().power());
        ObjectNode test = (ObjectNode) new JsonMapper().readTree(Files.readString(file)).at("/results/1");
        assertThat(test.get("joules").asDouble()).isCloseTo(0.0425, within(1e-9));
        assertThat(test.get("gflopsPerWatt").asDouble() * test.get("watts").asDouble()).isCloseTo(test.get("gflops").asDouble(),
                within(1e-9));
        assertThat(new JsonMapper().readTree(Files.readString(file)).at("/results/0/gflopsPerWatt").isNull()).isTrue();
    }

    @Test
    void shouldReadHowSlowedRanksChanged() throws IOException {
        Path file = written(Samples.sweep(unknowns(), Samples.parameters(16), List.of(Samples.failed())));
        assertThat(new JsonMapper().readTree(Files.readString(file)).at("/run/emulatedSlowdown")).hasToString(
                "[2.0,\"1.25@40%:2.5@90s:1\",1.0]");
        assertThat(read(file).run().slowdown()).isEqualTo(unknowns().slowdown());
        Files.writeString(file, Files.readString(file).replace("@90s", "@90"));
        assertThatThrownBy(() -> read(file)).hasMessageContaining("/run/emulatedSlowdown/1 expected @SHARE%:FACTOR or @SECONDSs:FACTOR");
    }

    @Test
    void shouldReadTestsOfBeforeEnergyWasKnown() throws IOException {
        Path file = edited(root -> root.withArray("/results").forEach(test -> ((ObjectNode) test).remove(List.of("power", "joules",
                "watts", "gflopsPerWatt"))));
        assertThat(read(file).tests()).allSatisfy(test -> assertThat(test.result().power()).isEmpty());
    }

    @Test
    void shouldReadTestsOfBeforeDevicesWereReported() throws IOException {
        Path file = edited(root -> root.withArray("/results").forEach(test -> test.withArray("ranks")
                .forEach(rank -> ((ObjectNode) rank).remove("device"))));
        assertThat(read(file).tests()).allSatisfy(test -> assertThat(test.result().ranks())
                .allSatisfy(rank -> assertThat(rank.device()).isEmpty()));
    }

    @Test
    void shouldReadTestsOfBeforeTheProgramChose() throws IOException {
        Path file = written(Samples.sweep(Samples.parameters(16), List.of(Samples.failed())));
        String old = Files.readString(file).replaceFirst("\\s*\"auto\" ?: ?null,", "");
        assertThat(old).doesNotContain("auto\"");
        Files.writeString(file, old);
        assertThat(read(file).tests().getFirst().result().hplCase()).isEqualTo(Samples.failed().hplCase());
    }

    @Test
    void shouldReadWhatTheProgramChose() throws IOException {
        Path file = written(Samples.sweep(Samples.parameters(16), List.of(Samples.chosen())));
        CaseResult read = read(file).tests().getFirst().result();
        assertThat(read.hplCase().steps()).isEqualTo(Samples.chosen().hplCase().steps());
        assertThat(read.steps()).isEqualTo(Samples.chosen().steps());
    }

    @Test
    void shouldReadWhatWasRecordedToMicroseconds() throws IOException {
        TestResult test = Samples.recorded();
        TestResult read = read(written(recorded())).tests().getFirst();
        TimeSeries series = test.result().timeSeries().orElseThrow();
        TimeSeries found = read.result().timeSeries().orElseThrow();
        assertThat(found.panels()).isEqualTo(series.panels());
        assertThat(found.after()).isEqualTo(series.after());
        same(read.predicted(), test.predicted());
        assertThat(found.ranks()).hasSize(2);
        for (int i = 0; i < 2; i++) {
            RankSeries its = series.ranks().get(i);
            RankSeries rank = found.ranks().get(i);
            assertThat(rank.rank()).isEqualTo(its.rank());
            same(rank.seconds(), its.seconds());
            assertThat(rank.workerSeconds()).containsOnlyKeys(its.workerSeconds().keySet());
            its.workerSeconds().forEach((phase, seconds) -> same(rank.workerSeconds().get(phase), seconds));
            assertThat(rank.spans()).extracting(Span::step).containsExactly(0, 0, 6, 11);
            assertThat(rank.spans()).extracting(Span::phase).containsExactly(Phase.PIVOTING, Phase.DGEMM, Phase.DGEMM, Phase.SWAP);
            same(rank.spans().stream().map(Span::begin).toList(), its.spans().stream().map(Span::begin).toList());
            same(rank.spans().stream().map(Span::end).toList(), its.spans().stream().map(Span::end).toList());
        }
        assertThat(read(written(recorded())).tests().getLast().result().timeSeries()).isEmpty();
    }

    private static void same(List<Double> read, List<Double> written) {
        assertThat(read).hasSameSizeAs(written);
        for (int i = 0; i < read.size(); i++) {
            assertThat(read.get(i)).isCloseTo(written.get(i), within(5.001e-7));
        }
    }

    /** A time series is most of a file. */
    @Test
    void shouldWriteEachColumnInOneLineAndNothingOfPhasesThatTookNoTime() throws IOException {
        List<String> lines = Files.readAllLines(written(recorded()));
        assertThat(lines).filteredOn(line -> line.contains("\"seconds\" : [")).hasSize(2)
                .allSatisfy(line -> assertThat(line.split(",")).hasSizeGreaterThanOrEqualTo(14));
        assertThat(lines).filteredOn(line -> line.contains("\"dgemm\" : [")).hasSize(2);
        assertThat(lines).noneMatch(line -> line.contains("\"pack\" : ["));
        assertThat(lines).filteredOn(line -> line.contains("\"phase\" : [ \"pivoting\", \"dgemm\", \"dgemm\", \"swap\" ]")).hasSize(2);
    }

    @Test
    void shouldReadTestsOfBeforeAnythingWasRecorded() throws IOException {
        Path file = edited(root -> root.at("/results").forEach(test -> ((ObjectNode) test).remove(List.of("course", "predictedSeconds"))));
        assertThat(read(file).tests()).hasSize(8)
                .allSatisfy(test -> assertThat(test.result().timeSeries()).isEmpty())
                .allSatisfy(test -> assertThat(test.predicted()).isEmpty());
    }

    @Test
    void shouldSayWhatOfATimeSeriesDoesNotFit() throws IOException {
        Path file = written(recorded());
        ObjectNode root = (ObjectNode) new JsonMapper().readTree(Files.readString(file));
        ((ArrayNode) root.at("/results/0/course/ranks/1/spans/worker")).add(1);
        Files.writeString(file, root.toString());
        assertThatThrownBy(() -> read(file)).isInstanceOf(JsonFormatException.class)
                .hasMessageContaining("/results/0/course/ranks/1/spans is an object, expected columns of one length");
    }

    private static String extras(Sweep sweep) {
        return Samples.printed(out -> new ExtrasReport(out).ends(sweep));
    }

    @Test
    void shouldReadTheRecordsThatWereWritten() throws IOException {
        Sweep sweep = Samples.sweep(unknowns(), everyWord(), Samples.sample());
        Sweep read = read(written(sweep));
        assertThat(read.run()).isEqualTo(sweep.run());
        assertThat(read.parameters()).isEqualTo(sweep.parameters());
        assertThat(read.tests().getFirst().result().hplCase()).isEqualTo(sweep.tests().getFirst().result().hplCase());
        assertThat(read.tests().getFirst().result().residual()).isEqualTo(sweep.tests().getFirst().result().residual());
    }

    @Test
    void shouldPassOverFieldsThatAreNotKnown() throws IOException {
        Path file = edited(root -> root.put("later", 1).withObject("/run").put("later", "x"));
        assertThat(read(file).tests()).hasSize(8);
    }

    private Path edited(Consumer<ObjectNode> change) throws IOException {
        Path file = written(Samples.sweep(Samples.parameters(16), Samples.sample()));
        ObjectNode root = (ObjectNode) new JsonMapper().readTree(Files.readString(file));
        change.accept(root);
        return Files.writeString(file, root.toString());
    }

    /** Files of schema 1 know neither command line nor traits of hosts. */
    @Test
    void shouldReadSchema1() throws IOException {
        Path file = edited(root -> {
            root.put("schema", 1).withObject("/program").remove("commit");
            root.withObject("/run").remove("command");
            root.withObject("/run").remove("job");
            root.withObject("/run").remove("idle");
            root.withArray("/hosts").forEach(host -> ((ObjectNode) host).remove("traits"));
        });
        RunDescription run = read(file).run();
        assertThat(run.provenance()).isEqualTo(Provenance.UNKNOWN);
        assertThat(run.hosts()).allMatch(host -> host.traits().equals(HostTraits.NONE));
    }

    @Test
    void shouldRefuseANewerSchema() throws IOException {
        Path file = edited(root -> root.put("schema", 3).withObject("/program").put("version", "9.1"));
        assertThatThrownBy(() -> read(file)).isInstanceOf(JsonFormatException.class).hasMessage(file
                + ": /schema is 3, written by version 9.1; this program reads 2: read it with that version, or a later one");
    }

    @Test
    void shouldRefuseWhatIsNoSchema() throws IOException {
        Path file = edited(root -> root.put("schema", 0));
        assertThatThrownBy(() -> read(file)).isInstanceOf(JsonFormatException.class)
                .hasMessage(file + ": /schema is 0, expected 1 to 2: give a file as 'hpl run --json' wrote it");
    }

    @ParameterizedTest
    @CsvSource({"run,transport", "results/2,residual", "results/7/ranks/3,workerSeconds", "hosts/0/blas,gflopsPerCore", "'',parameters"})
    void shouldSayWhichFieldIsMissing(String object, String field) throws IOException {
        String pointer = object.isEmpty() ? "" : "/" + object;
        Path file = edited(root -> ((ObjectNode) root.at(pointer)).remove(field));
        assertThatThrownBy(() -> read(file)).isInstanceOf(JsonFormatException.class)
                .hasMessage(file + ": " + pointer + "/" + field + " is missing: give a file as 'hpl run --json' wrote it");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "/results/0/n | 30.5 | is 30.5, expected an integer",
        "/results/0/n | 3000000000 | is 3000000000, expected an integer",
        "/results/0/seconds | \"1\" | is \"1\", expected a number or null",
        "/results/0/seconds | 1e999 | expected a number or null",
        "/results/0/bcast | \"ring\" | is \"ring\", expected one of 1ring, 1ringM, 2ring, 2ringM, Blong, BlongM",
        "/results/1/start | null | is null, expected text",
        "/results/1/end | \"today\" | is \"today\", expected a time in UTC",
        "/results/1/residual/xCrc32c | \"0\" | is \"0\", expected 8 hexadecimal digits",
        "/results/1/residual | [] | is a list, expected an object",
        "/results/1/map/kind | \"round\" | is \"round\", expected one of cyclic, cells, weighted, explicit",
        "/results/1/ranks/0/rank | -1 | is -1, expected an integer >= 0",
        "/results | {} | is an object, expected a list",
        "/parameters/equilibrate | 1 | is 1, expected true or false",
        "/hosts/0/memoryBytes | 1.5 | is 1.5, expected a number of bytes"})
    void shouldSayWhatIsOfAnotherType(String pointer, String value, String problem) throws IOException {
        int slash = pointer.lastIndexOf('/');
        Path file = edited(root -> ((ObjectNode) root.at(pointer.substring(0, slash))).put(pointer.substring(slash + 1), "@@"));
        Files.writeString(file, Files.readString(file).replace("\"@@\"", value));
        assertThatThrownBy(() -> read(file)).isInstanceOf(JsonFormatException.class)
                .hasMessageStartingWith(file + ": " + pointer + " ").hasMessageContaining(problem)
                .hasMessageEndingWith(": give a file as 'hpl run --json' wrote it");
    }

    @Test
    void shouldSayWhereARecordCannotBe() throws IOException {
        Path noGrid = edited(root -> ((ObjectNode) root.at("/results/3")).put("p", 0));
        assertThatThrownBy(() -> read(noGrid)).isInstanceOf(JsonFormatException.class)
                .hasMessageStartingWith(noGrid + ": /results/3 ").hasMessageContaining("p=0");
        Path twice = edited(root -> ((ObjectNode) root.at("/results/0/ranks/1")).put("rank", 0));
        assertThatThrownBy(() -> read(twice)).isInstanceOf(JsonFormatException.class)
                .hasMessageStartingWith(twice + ": /results/0/ranks has ").hasMessageContaining("some with the same number");
        Path noHosts = edited(root -> root.putArray("hosts"));
        assertThatThrownBy(() -> read(noHosts)).isInstanceOf(JsonFormatException.class).hasMessageContaining("hosts=0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1, 2", "{\"schema\": 1} x", "{\"schema\": 1, \"schema\": 2}", "[]", "null", "\"schema\""})
    void shouldRefuseWhatIsNoObject(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("half.json"), text);
        assertThatThrownBy(() -> read(file)).isInstanceOf(JsonFormatException.class).hasMessageStartingWith(file + ": ")
                .hasMessageEndingWith(": give a file as 'hpl run --json' wrote it");
    }

    private static Sweep read(Path file) throws IOException {
        return JsonReader.read(file.toString(), Files.readAllBytes(file));
    }
}
