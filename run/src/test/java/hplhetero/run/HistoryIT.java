package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.results.history.History;
import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of earlier runs, as a user meets them. */
final class HistoryIT {
    private static final String[] SMALL = {"run", "-N", "64,97", "--nb", "16", "--blas", "vector", "--workers", "1", "--progress", "none"};

    @TempDir
    private Path folder;
    private Launcher launcher;

    @BeforeEach
    void keep() {
        Map<String, String> environment = new HashMap<>(Launcher.BRIEF);
        environment.putAll(Map.of("HPL_HISTORY", "yes", "XDG_DATA_HOME", folder.resolve("data").toString()));
        launcher = new Launcher(folder, environment);
    }

    private History kept() {
        return new History(folder.resolve("data/hpl-hetero"));
    }

    /** Returns variant, N, NB, grid and number of ranks of each kept test. */
    private List<String> cases() throws IOException {
        return kept().entries().stream().map(test -> "%s %d %d %dx%d of %d".formatted(test.variant(), test.n(), test.nb(), test.p(),
                test.q(), test.ranks())).toList();
    }

    @Test
    void shouldCompareTwoRuns() throws Exception {
        for (int i = 0; i < 2; i++) {
            Ended ended = launcher.run(SMALL);
            assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        }
        Ended history = launcher.run("history");
        assertThat(history.code()).isZero();
        assertThat(history.out().lines().filter(line -> line.matches("[1-4] .*"))).hasSize(4);
        Ended shown = launcher.run("history", "show");
        assertThat(shown.out()).as(shown.err()).containsPattern("(?m)^command: +hpl " + String.join(" ", SMALL) + "$");
        Ended compared = launcher.run("compare", "last~1", "last", "--tolerance", "100000");
        assertThat(compared.code()).as(compared.out() + compared.err()).isZero();
        assertThat(compared.out()).contains("2 cases in both: 2 within tolerance", "nothing else changed");
    }

    @Test
    void shouldKeepNothingWhereTheEnvironmentSaysSo() throws Exception {
        Ended ended = new Launcher(folder, Map.of("XDG_DATA_HOME", folder.resolve("data").toString())).run(SMALL);
        assertThat(ended.code()).isZero();
        Ended wrong = new Launcher(folder, Map.of("HPL_HISTORY", "maybe")).run(SMALL);
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("HPL_HISTORY=maybe: expected yes or no");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    /** Nobody can catch that signal. */
    @Test
    void shouldHaveWhatWasFinishedBeforeARunWasKilled() throws Exception {
        Process process = launcher.start("run", "-N", "64,4001", "--nb", "32", "--blas", "reference", "--workers", "1", "--progress",
                "none");
        launcher.awaitFirstTest(process);
        // the text of a test comes before its line, long before where others keep the cores busy
        launcher.await(process, () -> Files.exists(kept().file()) && Files.size(kept().file()) > 0);
        assertThat(process.isAlive()).as(launcher.soFar() + launcher.errorsSoFar()).isTrue();
        process.descendants().toList().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        launcher.end(process);
        assertThat(cases()).as(launcher.soFar()).containsExactly("WR11R2R4 64 32 1x1 of 1");
    }

    @Test
    @Needs(Component.OPEN_MPI)
    void shouldKeepARunOfSeveralProcessesOnce() throws Exception {
        Ended ended = launcher.runBy(Starters.OPEN_MPI.ranks(2), "run", "-N", "97", "--nb", "16", "-Q", "2", "--blas", "vector",
                "--workers", "1", "--progress", "none");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(cases()).containsExactly("WR11R2R4 97 16 1x2 of 2");
        assertThat(kept().read().tests().getFirst().environment().toString()).contains("Open MPI");
    }

    /** The same case by netlib's own code: what scripts keep of it is a file as it comes. */
    @Test
    @Needs({Component.NETLIB_HPL, Component.OPEN_MPI})
    void shouldCompareWithWhatNetlibsCodeWrites() throws Exception {
        Hpcc.require();
        Path hpcc = Files.createDirectories(folder.resolve("hpcc"));
        new Hpcc(hpcc).run(1, HplDatSample.dat(5, "2", 6, "64 97", 11, "1", 12, "1", 21, "2"));
        String text = hpcc.resolve("hpccoutf.txt").toString();
        assertThat(launcher.run(SMALL).code()).isZero();
        Ended compared = launcher.run("compare", text, "last", "--tolerance", "100000");
        assertThat(compared.code()).as(compared.out() + compared.err()).isZero();
        assertThat(compared.out()).contains("N=64 NB=16 1x1 WR11R2R4", "2 cases in both", "changed: program: HPLinpack 2.0 -> hpl-hetero");
        Ended imported = launcher.run("import", text);
        assertThat(imported.out()).contains(": 2 added").doesNotContain("does not say when");
        assertThat(List.of(launcher.run("history", "--program", "HPLinpack").out().split("\n")))
                .anyMatch(line -> line.startsWith("2 of 4"));
    }
}
