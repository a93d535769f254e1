package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.results.Sweep;
import hplhetero.results.json.JsonReader;
import hplhetero.run.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that tests its factorization, as users see it. */
final class VerifyStepsTest {
    @TempDir
    private Path folder;

    private int run(String... options) {
        String[] usual = {"run", "-N", "300", "--nb", "32", "-P", "2", "-Q", "2", "--map", "cyclic", "--blas", "reference", "--workers",
            "1", "--progress", "none", "--check", "no", "--history", "no", "--output", folder.resolve("out").toString(), "--json",
            folder.resolve("json").toString()};
        return Main.execute(Stream.of(usual, options).flatMap(Arrays::stream).toArray(String[]::new));
    }

    private Sweep read() throws IOException {
        return JsonReader.read("json", Files.readAllBytes(folder.resolve("json")));
    }

    @Test
    void shouldEndATestWithAnErrorAndNameTheHost() throws IOException {
        assertThat(run("--verify-steps", "all", "--emulate-bitflip", "1:3:update")).isEqualTo(ExitCode.FAILED);
        String host = read().run().hosts().getFirst().name();
        assertThat(read().tests().getFirst().result().stepTests().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rank()).isEqualTo(1);
            assertThat(finding.host()).isEqualTo(host);
            assertThat(finding.since()).isEqualTo(3);
        });
        assertThat(Files.readString(folder.resolve("out"))).contains("1:3:update:54", "rank 1 on " + host + "\n", "FAILED");
    }

    @Test
    void shouldPutAnErrorRightAndPass() throws IOException {
        assertThat(run("--verify-steps", "all", "--correct", "--emulate-bitflip", "2:3:update:60")).isEqualTo(ExitCode.OK);
        assertThat(read().tests().getFirst().result().stepTests().findings()).singleElement()
                .satisfies(finding -> assertThat(finding.corrected()).isEqualTo(1));
    }

    @Test
    void shouldNameAnEmulatedErrorWhereNothingIsTested() throws IOException {
        assertThat(run("--emulate-bitflip", "2:3:update:60")).isEqualTo(ExitCode.FAILED);
        assertThat(read().tests().getFirst().result().residual().orElseThrow().scaled()).isGreaterThan(16);
        assertThat(Files.readString(folder.resolve("out"))).contains("flipped on purpose").doesNotContain("steps verified");
    }

    @Test
    void shouldFindNothingInAHealthyRun() throws IOException {
        assertThat(run("--verify-steps", "sample")).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(folder.resolve("out"))).contains("steps verified (sample)", "no error")
                .doesNotContain("flipped on purpose");
    }
}
