package hplhetero.run.net.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import hplhetero.comm.CommException;
import hplhetero.input.text.InputException;
import hplhetero.run.terminal.ExitCode;
import hplhetero.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Slow
final class BenchCommandTest {
    private final PrintStream outBefore = System.out;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveBack() {
        System.setOut(outBefore);
    }

    private static int run(String... words) {
        CommandLine line = new CommandLine(new BenchCommand()).setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((problem, ignored, parsed) -> {
            throw problem;
        });
        return line.execute(words);
    }

    /** As {@link #run}, where what goes wrong is thrown. */
    private static void call(String... words) throws Exception {
        CommandLine line = new CommandLine(new BenchCommand()).setCaseInsensitiveEnumValuesAllowed(true);
        line.parseArgs(words);
        line.<BenchCommand>getCommand().call();
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        return file;
    }

    private JsonNode json(Path file) throws IOException {
        return new JsonMapper().readTree(Files.readString(file));
    }

    @Test
    void shouldTimeAllAlgorithmsAndTheSelectorOnRanks() throws IOException {
        Path json = folder.resolve("bench.json");
        Path choices = folder.resolve("my.choices");

        assertThat(run("--ranks", "2", "--collective", "bcast,alltoall,allgather,allreduce", "--bytes", "0,24", "--calls", "40", "--json",
                json.toString(), "--write", choices.toString())).isEqualTo(ExitCode.OK);

        JsonNode report = json(json);
        assertThat(report.get("ranks").asInt()).isEqualTo(2);
        assertThat(report.get("parts")).hasSize(8);
        JsonNode part = report.get("parts").get(1);
        assertThat(part.get("collective").asString()).isEqualTo("bcast");
        assertThat(part.get("bytes").asLong()).isEqualTo(24);
        assertThat(part.get("singles")).hasSizeGreaterThanOrEqualTo(9);
        part.get("singles").forEach(single -> assertThat(single.get("seconds").asDouble()).isPositive());
        assertThat(part.get("selected").get("seconds").asDouble()).isPositive();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("bcast, 24 bytes").contains("takes it").contains("of 40 calls to learn")
                .contains(" times the time of the fastest algorithm alone");
        assertThat(Files.readString(choices)).contains("choice bcast world bytes=16-31 algorithm=")
                .contains("choice allreduce world bytes=0-0 algorithm=");
    }

    /** Where nobody says what messages cost, algorithms are predicted by what the links of these ranks were found to cost. */
    @Test
    void shouldProbeLinksBeforeItPredicts() throws IOException {
        Path json = folder.resolve("bench.json");
        String[] words = {"--ranks", "2", "--collective", "bcast", "--bytes", "64", "--calls", "4", "--json", json.toString()};

        assertThat(run(words)).isEqualTo(ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern("Messages: probed briefly: same host [0-9.]+ us, .*60 messages");
        assertThat(json(json).get("messages").asString()).startsWith("probed briefly: same host ");

        assertThat(run("--ranks", "2", "--collective", "bcast", "--bytes", "64", "--calls", "4", "--host-latency", "3us", "--json",
                json.toString())).isEqualTo(ExitCode.OK);
        assertThat(json(json).get("messages").asString()).startsWith("latency 5us").contains("within a node 3us");
    }

    @Test
    void shouldTakeWhatWasLearntAndWhatWasAskedFor() throws IOException {
        Path choices = file("my.choices", "choice bcast world bytes=64-127 algorithm=2ring state=fixed\n");
        Path json = folder.resolve("bench.json");

        assertThat(run("--ranks", "2", "--collective", "bcast,alltoall=bruck", "--bytes", "64", "--calls", "10", "--choices",
                choices.toString(), "--json", json.toString())).isEqualTo(ExitCode.OK);

        JsonNode parts = json(json).get("parts");
        assertThat(parts.get(0).get("selected").get("choice").get("algorithm").asString()).isEqualTo("2ring");
        assertThat(parts.get(0).get("selected").get("learningCalls").asInt()).isZero();
        assertThat(parts.get(1).get("selected").get("choice").get("algorithm").asString()).isEqualTo("bruck");
    }

    @Test
    void shouldDoTheSameInVirtualTime() throws IOException {
        Path net = file("my.net", "fabric torus 4x4\nranks 0-11 nodes=0-11\n");
        Path first = folder.resolve("1.json");
        Path second = folder.resolve("2.json");
        Path choices = folder.resolve("my.choices");
        String[] words = {"--simulated", "--topology", net.toString(), "--bytes", "64,64Ki", "--write", choices.toString(), "--json"};

        assertThat(run(with(words, first.toString()))).isEqualTo(ExitCode.OK);
        String text = out.toString(StandardCharsets.UTF_8);
        assertThat(run(with(words, second.toString()))).isEqualTo(ExitCode.OK);

        assertThat(Files.readString(second)).isEqualTo(Files.readString(first));
        assertThat(text).contains("12 ranks on 12 nodes of torus 4x4; virtual time");
        JsonNode selected = json(first).get("parts").get(1).get("selected");
        double best = json(first).get("parts").get(1).get("singles").get(0).get("seconds").asDouble();
        assertThat(selected.get("seconds").asDouble() / (200 * best)).isBetween(1.0, 1.1);
        // what was chosen is taken at once
        assertThat(run("--simulated", "--topology", net.toString(), "--bytes", "64,64Ki", "--choices", choices.toString())).isEqualTo(
                ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("selector: 0 of 200 calls to learn");
    }

    private static String[] with(String[] words, String last) {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = last;
        return all;
    }

    @Test
    void shouldRefuseChoicesOfOtherSeats() throws IOException {
        Path net = file("my.net", "fabric torus 4x4\nranks 0-11 nodes=0-11\n");
        Path choices = file("my.choices", "place 0123456789abcdef\n");

        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> call("--simulated", "--topology", net.toString(), "--choices", choices.toString()))
                .withMessageContaining("0123456789abcdef").withMessageContaining("learn anew");
        assertThatExceptionOfType(CommException.class).isThrownBy(() -> call("--ranks", "2", "--choices", choices.toString()))
                .withMessageContaining("0123456789abcdef");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--collective gather | expected one of alltoall, allgather, bcast, allreduce, found `gather`",
        "--simulated --topology ../examples/none --collective bcast=best | no such file",
        "--bytes many | message sizes in bytes",
        "--calls 0 | --calls 0: must be at least 1",
        "--ranks 0 | --ranks 0: must be at least 1",
        "--keep-within 0.5 | must be >= 1",
        "--trials 0 | --trials",
        "--simulated | add --topology FILE"})
    void shouldRefuseWhatCannotBeDone(String words, String expected) {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> call(words.split(" "))).withMessageContaining(expected);
    }

    @Test
    void shouldRefuseAnAlgorithmThatThereIsNot() throws IOException {
        Path net = file("my.net", "fabric torus 4x4\n");

        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> call("--simulated", "--topology", net.toString(), "--collective", "bcast=best"))
                .withMessageContaining("bcast=one of 1ring").withMessageContaining("found `best`");
        assertThat(run("--simulated", "--topology", net.toString(), "--collective", "bcast=scatter-swing-torus")).isEqualTo(ExitCode.OK);
    }

    @Test
    void shouldRefuseATopologyOfOtherRanks() throws IOException {
        Path net = file("my.net", "fabric switch 4\nranks 0-3 nodes=0-3\n");

        assertThatExceptionOfType(CommException.class).isThrownBy(() -> call("--ranks", "2", "--topology", net.toString()))
                .withMessageContaining("places ranks=4, but 2 ranks run");
    }
}
