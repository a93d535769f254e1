package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.results.netlib.NetlibReader;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hpl run} with {@code --bcast auto}: where links are probed, and where they are not. */
@Slow
final class ProbedLinksTest {
    private static final String NOTE = "# note:    links were probed before the tests: ";

    @TempDir
    private Path folder;

    private String report(String... options) throws IOException {
        Path report = folder.resolve("report.txt");
        List<String> words = new ArrayList<>(List.of("run", "-N", "100,120", "--nb", "16", "--blas", "reference", "--workers", "1",
                "--progress", "none", "--output", report.toString()));
        words.addAll(List.of(options));
        assertThat(Main.execute(words.toArray(String[]::new))).isZero();
        return Files.readString(report);
    }

    /** One probe serves all tests of a run; its line is none of netlib's. */
    @Test
    void shouldProbeLinksThatNobodyMeasuredOrGave() throws IOException {
        String report = report("-P", "1", "-Q", "3", "--bcast", "auto");
        assertThat(report).containsOnlyOnce(NOTE)
                .containsPattern("before the tests: same host [0-9.]+ us, ([0-9.]+ GB/s|no limit) [(]120 messages, 6.282 MiB(;.*)?[)]\n")
                .containsPattern("# note:    bcast auto: by phase of the run, (predicted for the links that were probed|as usual, because "
                        + "the probed links are unsure)\n");
        assertThat(NetlibReader.read(report.getBytes(StandardCharsets.UTF_8), ZoneOffset.UTC)).hasSize(2);
    }

    @Test
    void shouldNotProbeLinksThatAFileGives() throws IOException {
        Path cluster = Files.writeString(folder.resolve("my.cluster"), """
                ranks 0-1 host=here speed=2GFLOPS
                link same-host latency=1us bandwidth=5GB/s
                """);
        assertThat(report("-Q", "2", "--bcast", "auto", "--map", "cyclic", "--cluster", cluster.toString())).doesNotContain("probed")
                .contains("# note:    bcast auto: by phase of the run, predicted\n");
    }

    @Test
    @Daily(2)
    void shouldNotProbeLinksThatWereMeasured() throws IOException {
        assertThat(report("-Q", "2", "--bcast", "auto", "--map", "weighted", "--recalibrate")).doesNotContain("probed")
                .contains("# note:    ranks: measured", "# note:    bcast auto: by phase of the run, predicted\n");
    }

    @Test
    void shouldNotProbeWhereNothingIsChosen() throws IOException {
        assertThat(report("-Q", "2", "--bcast", "1ringM", "--swap", "mix")).doesNotContain("probed", "auto");
        assertThat(report("--bcast", "auto")).doesNotContain("probed")
                .contains("# note:    bcast auto: by phase of the run, as usual, because one rank sends nothing\n");
    }
}
