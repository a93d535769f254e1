package hplhetero.results.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.Residual;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.results.format.PacedFile;
import hplhetero.results.text.ExtrasReportTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonReportTest {
    @TempDir
    Path folder;

    private JsonNode written(List<CaseResult> results) throws IOException {
        Path file = folder.resolve("hpl.json");
        new JsonReport(file).ends(Samples.sweep(Samples.parameters(16), results));
        return new JsonMapper().readTree(Files.readString(file));
    }

    private static CaseResult withMap(MapSpec map) {
        HplCase c = Samples.hplCase(30, 3, 2, 2, 16);
        return Samples.result(new HplCase(c.n(), c.nb(), c.p(), c.q(), c.mapping(), c.depth(), c.broadcast(), c.panel(),
                c.swap(), c.swapThreshold(), c.equilibrate(), map, c.threshold()), CheckStatus.PASSED, 1,
                new Residual(1e-3, 1, 2, 3, 4, 5, 6, 0), Samples.START);
    }

    @Test
    void shouldWriteTheRun() throws IOException {
        JsonNode json = written(Samples.sample());
        assertThat(json.at("/schema").asInt()).isEqualTo(2);
        assertThat(json.at("/machine/memoryBytes").asLong()).isEqualTo(8L << 30);
        assertThat(json.at("/blas/gflopsPerCore").asDouble()).isEqualTo(105.2);
        assertThat(json.at("/rpeak/source").asString()).contains("FMA peak measured");
        assertThat(json.at("/run/clearedEnvironment/0").asString()).isEqualTo("OPENBLAS_CORETYPE=Haswell");
        assertThat(json.at("/run/calibrationSeconds").asDouble()).isEqualTo(1.9);
        assertThat(json.at("/parameters/n/1").asInt()).isEqualTo(200);
        assertThat(json.at("/parameters/bcast/0").asString()).isEqualTo("1ring");
        assertThat(json.at("/hosts/0/ranks/3").asInt()).isEqualTo(3);
        assertThat(json.at("/hosts/0/blas/provider").asString()).isEqualTo("vector");
        assertThat(json.at("/results/0/residual/xCrc32c").asString()).isEqualTo("00000000");
        assertThat(json.at("/summary").toString())
                .isEqualTo("{\"asked\":8,\"tests\":8,\"passed\":8,\"failed\":0,\"unchecked\":0,\"skipped\":0,\"checking\":0}");
    }

    /** Not among the finished tests, but all that is known of it. */
    @Test
    void shouldWriteATestThatIsNotCheckedYet() throws IOException {
        JsonNode json = written(List.of(Samples.passed(30, 3, 2, 2, 1, 1e-3), Samples.checking()));
        assertThat(json.at("/results/1/status").asString()).isEqualTo("checking");
        assertThat(json.at("/results/1/gflops").asDouble()).isEqualTo(6.0816, offset(1e-12));
        assertThat(json.at("/results/1/residual").isNull()).isTrue();
        assertThat(json.at("/results/1/ranks").size()).isEqualTo(4);
        assertThat(json.at("/summary").toString())
                .isEqualTo("{\"asked\":2,\"tests\":1,\"passed\":1,\"failed\":0,\"unchecked\":0,\"skipped\":0,\"checking\":1}");
    }

    @Test
    void shouldWriteEveryTestWithItsRanks() throws IOException {
        JsonNode test = written(Samples.sample()).at("/results/2");
        assertThat(test.at("/variant").asString()).isEqualTo("WR00R2C4");
        assertThat(test.at("/n").asInt()).isEqualTo(200);
        assertThat(test.at("/status").asString()).isEqualTo("passed");
        assertThat(test.at("/start").asString()).isEqualTo("2026-11-20T12:36:20Z");
        assertThat(test.at("/gflops").asDouble()).isCloseTo(1.6567, offset(1e-12));
        assertThat(test.at("/warmUpSeconds").asDouble()).isEqualTo(1.41);
        assertThat(test.at("/rpeakShare").asDouble())
                .isCloseTo(1.6567 / 250.6, offset(1e-12));
        assertThat(test.at("/residual/scaled").asDouble()).isEqualTo(7.05199519e-03);
        assertThat(test.at("/ranks")).hasSize(4);
        assertThat(test.at("/ranks/3/workerSeconds/dgemm").asDouble()).isEqualTo(4e-4);
        assertThat(test.at("/phases/dgemm/maxSeconds").asDouble()).isEqualTo(4e-4);
    }

    @Test
    void shouldWriteEveryKindOfMap() throws IOException {
        JsonNode json = written(List.of(withMap(new MapSpec.Cyclic()),
                withMap(new MapSpec.Cells(List.of(List.of(0, 1), List.of(2, 3)))),
                withMap(new MapSpec.Weighted(List.of(), List.of(2.0, 1.0)))));
        assertThat(json.at("/results/0/map").toString()).isEqualTo("{\"kind\":\"cyclic\"}");
        assertThat(json.at("/results/1/map").toString()).isEqualTo("{\"kind\":\"cells\",\"owners\":[[0,1],[2,3]]}");
        assertThat(json.at("/results/2/map").toString())
                .isEqualTo("{\"kind\":\"weighted\",\"rowWeights\":[],\"colWeights\":[2.0,1.0]}");
    }

    @Test
    void shouldWriteTheBalanceOfMeasuredRanks() throws IOException {
        JsonNode balance = written(List.of(ExtrasReportTest.measured(), Samples.passed(30, 3, 2, 2, 1, 1e-3))).at("/results/0/balance");
        assertThat(balance.at("/origin").asString()).isEqualTo("measured yesterday");
        assertThat(balance.at("/idealGflops").asDouble()).isCloseTo(1.0, offset(0.1));
        assertThat(balance.at("/lost")).hasSize(7);
        assertThat(balance.at("/peakGflops").asDouble()).isEqualTo(2.0);
        assertThat(balance.at("/ranks/1/gflops").asDouble()).isCloseTo(0.75, offset(1e-9));
        assertThat(written(Samples.sample()).at("/results/0/balance").isNull()).isTrue();
    }

    @Test
    void shouldWriteNullForWhatIsNoNumberOrAbsent() throws IOException {
        CaseResult nan = Samples.result(Samples.hplCase(30, 3, 2, 2, 16), CheckStatus.FAILED, 1,
                new Residual(Double.NaN, Double.POSITIVE_INFINITY, 1, 1, 1, 1, 1, 0), Samples.START);
        JsonNode json = written(List.of(nan, Samples.skipped("no memory")));
        assertThat(json.at("/results/0/residual/scaled").isNull()).isTrue();
        assertThat(json.at("/results/0/residual/axMinusBInf").isNull()).isTrue();
        for (String field : List.of("residual", "start", "end")) {
            assertThat(json.at("/results/1/" + field).isNull()).as(field).isTrue();
        }
        assertThat(json.at("/results/1/note").asString()).isEqualTo("no memory");
        assertThat(json.at("/summary/skipped").asInt()).isEqualTo(1);
    }

    @Test
    void shouldHaveEveryFieldInItsDocument() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "json.md"));
        TreeSet<String> missing = new TreeSet<>();
        CaseResult cells = withMap(new MapSpec.Cells(List.of(List.of(0, 1), List.of(2, 3))));
        CaseResult weighted = withMap(new MapSpec.Weighted(List.of(), List.of(2.0, 1.0)));
        collectNames(written(List.of(cells, weighted, ExtrasReportTest.measured(), Samples.chosen(), Samples.moved(),
                Samples.recorded().result())), missing);
        missing.removeIf(name -> Pattern.compile("`([a-z]+\\.)*" + Pattern.quote(name) + "`").matcher(document).find());
        assertThat(missing).as("fields that docs/json.md does not name").isEmpty();
    }

    /** Files of before there was such a field have none. */
    @Test
    void shouldWriteNullWhereNothingWasThePrograms() throws IOException {
        JsonNode json = written(List.of(Samples.chosen(), Samples.failed()));
        assertThat(json.at("/results/0/bcast").asString()).isEqualTo("1ringM");
        assertThat(json.at("/results/0/auto/done")).hasSize(5);
        assertThat(json.at("/results/0/auto/trials/0/against/bcast").asString()).isEqualTo("1ringM");
        assertThat(json.at("/results/0/auto/trials/0/difference").asDouble()).isEqualTo(-0.125);
        assertThat(json.at("/results/1/auto").isNull()).isTrue();
    }

    @Test
    void shouldWriteHowAMapFollowedItsRanks() throws IOException {
        JsonNode json = written(List.of(Samples.moved(), Samples.watched(), Samples.unwatched(), Samples.failed()));
        assertThat(json.at("/results/0/rebalance").toString()).isEqualTo("{\"room\":0.15}");
        JsonNode moved = json.at("/results/0/adaptation");
        assertThat(moved.at("/rates/3").toString()).isEqualTo("{\"panel\":49,\"gflops\":[12.0,null,null,11.0]}");
        assertThat(moved.at("/moves/1").toString()).isEqualTo("{\"panel\":35,\"seconds\":2.25,\"took\":0.0125,\"columns\":1,"
                + "\"bytes\":3072000,\"before\":[5,4,5,2],\"after\":[4,4,5,3],\"why\":\"rank 3 at 0.9 of its rate\"}");
        assertThat(moved.at("/kappa")).hasSize(51);
        assertThat(json.at("/results/1/adaptation/watched").asBoolean()).isTrue();
        assertThat(json.at("/results/1/adaptation/rates")).hasSize(1);
        assertThat(json.at("/results/1/adaptation/kappa").isNull()).isTrue();
        assertThat(json.at("/results/2/adaptation/note").asString()).startsWith("the map stays");
        assertThat(json.at("/results/3/rebalance").isNull()).isTrue();
        assertThat(json.at("/results/3/adaptation").isNull()).isTrue();
    }

    private static void collectNames(JsonNode node, TreeSet<String> names) {
        node.forEachEntry((name, child) -> names.add(name));
        node.forEach(child -> collectNames(child, names));
    }

    /** By a clock on which each look takes a second, so that a writing does too, and twenty looks pass until the next. */
    @Test
    void shouldNotWriteTheWholeFileForEachOfManyQuickTests() throws IOException {
        AtomicLong clock = new AtomicLong();
        Path file = folder.resolve("hpl.json");
        JsonReport report = new JsonReport(new PacedFile(file, () -> clock.addAndGet(1_000_000_000)));
        List<CaseResult> done = new ArrayList<>();
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            done.add(Samples.passed(30, 3, 2, 2, 1, 1e-3));
            Sweep soFar = Samples.sweep(Samples.parameters(16), done);
            report.finished(soFar.tests().getLast(), soFar);
            texts.add(Files.readString(file));
        }
        assertThat(texts).hasSizeBetween(5, 15);
        report.waits(60, Samples.sweep(Samples.parameters(16), done));
        assertThat(new JsonMapper().readTree(Files.readString(file)).at("/results")).hasSize(200);
    }

    @Test
    void shouldReplaceAFileInOnePieceAndFollowNoLink() throws IOException {
        Path file = Files.writeString(folder.resolve("old.json"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);
        for (Path target : List.of(link, Files.writeString(folder.resolve("new.json"), "old"))) {
            new JsonReport(target).ends(Samples.sweep(Samples.parameters(16), List.of()));
            assertThat(target).isRegularFile().isNotEqualTo(file);
            assertThat(Files.isSymbolicLink(target)).isFalse();
            assertThat(Files.readString(target)).startsWith("{").endsWith("}\n");
        }
        assertThat(file).hasContent("old");
        try (var files = Files.list(folder)) {
            assertThat(files.map(f -> f.getFileName().toString())).containsExactlyInAnyOrder("old.json", "link.json", "new.json");
        }
    }

    /** Whoever can write to the folder and knows the number of the process must not lead what is written elsewhere. */
    @Test
    void shouldNotWriteThroughALinkThatIsLaidWhereItBegins() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "dear");
        Files.createSymbolicLink(folder.resolve("hpl.json.tmp" + ProcessHandle.current().pid()), victim);
        written(Samples.sample());
        assertThat(victim).hasContent("dear");
    }

    /** One that only its owner can read would be of no use in a shared folder. */
    @Test
    void shouldGiveTheFileTheModeOfAnyNewFile() throws IOException {
        written(Samples.sample());
        Path other = Files.createFile(folder.resolve("other"));
        assertThat(Files.getPosixFilePermissions(folder.resolve("hpl.json"))).isEqualTo(Files.getPosixFilePermissions(other));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/stdout", "-"})
    void shouldAppendToARedirectedStandardOutput(String name) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), ToStandardOutput.class.getName(), name)
                .redirectOutput(out.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT).start().waitFor();
        assertThat(Files.readString(out)).startsWith("text before\n{").endsWith("}\n");
    }

    /** A program that prints, then writes JSON to the same place. */
    static final class ToStandardOutput {
        public static void main(String[] args) throws IOException {
            System.out.println("text before");
            new JsonReport(Path.of(args[0])).ends(Samples.sweep(Samples.parameters(16), List.of()));
        }
    }

    @Test
    void shouldSayWhyAFileCannotBeWritten() {
        List<CaseResult> none = new ArrayList<>();
        assertThatThrownBy(() -> new JsonReport(folder).ends(Samples.sweep(Samples.parameters(16), none)))
                .isInstanceOf(IOException.class).hasMessageStartingWith(folder + ": is a directory");
        Path orphan = folder.resolve("none").resolve("hpl.json");
        assertThatThrownBy(() -> new JsonReport(orphan).ends(Samples.sweep(Samples.parameters(16), none)))
                .isInstanceOf(IOException.class).hasMessageContaining("no such folder: create " + orphan.getParent());
    }
}
