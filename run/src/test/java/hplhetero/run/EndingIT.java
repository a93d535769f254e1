package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Daily;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A rank that fails ends all others at once; what was finished is not lost. */
final class EndingIT {
    private static final int MOST_SECONDS = 5;

    @TempDir
    private Path folder;
    private Launcher launcher;
    private Breakpoint check;

    @BeforeEach
    void inAFolderOfItsOwn() throws Exception {
        launcher = new Launcher(folder, Launcher.BRIEF);
        check = new Breakpoint("hplhetero.hpl.verify.ResidualCheck", "of");
    }

    @AfterEach
    void leaveNothingBehind() throws Exception {
        check.close();
        launcher.ranks().end();
    }

    /** MPICH's launcher kills all ranks as soon as it sees one ended: it is to see that after rank 0 has told. */
    @ParameterizedTest
    @Daily(2)
    @CsvSource({"OPEN_MPI, 0", "OPEN_MPI, 1", "MPICH, 0", "MPICH, 1"})
    @Tag(Requirements.TAG)
    void shouldEndAllRanksWhenOneIsKilled(Starters starter, int victim) throws Exception {
        Process process = launcher.startBy(starter.ranks(2), "run", "-N", "64,4001", "--nb", "32", "-Q", "2", "--blas", "reference",
                "--json", "r.json", "--progress", "none", "--map", "cyclic", "--workers", "1");
        launcher.awaitFirstTest(process);
        long start = System.nanoTime();
        launcher.ranks().rank(victim).orElseThrow().destroyForcibly();
        Ended ended = launcher.end(process);
        double most = BusyMachine.seconds(MOST_SECONDS);
        while (launcher.ranks().all().findAny().isPresent() && System.nanoTime() - start < 2e9 * most) {
            Thread.sleep(20);
        }
        assertThat((System.nanoTime() - start) / 1e9).as(ended.err()).isLessThan(most);
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("hpl: rank " + victim + " on ", "ended without a word").doesNotContain("\tat ");
        if (victim > 0) {
            assertThat(ended.out()).contains("1 tests completed and passed", "End of Tests.");
            List<String> ours = ended.err().lines().filter(line -> line.startsWith("hpl: ") || line.startsWith("BROKEN OFF")).toList();
            assertThat(ours.getLast()).startsWith("BROKEN OFF after 1 of 2 tests, 1 passed, ").contains(": rank " + victim + " on ");
        }
        assertThat(Files.readString(folder.resolve("r.json"))).contains("\"passed\"", "\"asked\" : 2");
    }

    private void hasTheRowOnly(String out) throws IOException {
        assertThat(out).containsPattern("(?m)^WR\\S+ +64 +32 +1 +\\d ").contains("HPL_pdgesv() end time").doesNotContain("PASSED",
                "FAILED");
        assertThat(Files.readString(folder.resolve("r.json"))).contains("\"status\" : \"checking\"", "\"asked\" : 2", "\"tests\" : 0");
    }

    private Process startHaltedInTheCheck() throws Exception {
        // whoever started the tests may have had Ctrl-C ignored, and children inherit that
        String options = Launcher.BRIEF.get("HPL_JAVA_OPTS") + " " + check.javaOption();
        Process process = new Launcher(folder, Map.of("HPL_JAVA_OPTS", options)).startBy(List.of("env", "--default-signal=INT"),
                "run", "-N", "64,4001", "--nb", "32", "--blas", "vector", "--json", "r.json", "--progress", "none");
        check.await();
        return process;
    }

    @Test
    void shouldHaveWrittenTheTimeWhenARunIsKilledInTheCheck() throws Exception {
        Process process = startHaltedInTheCheck();
        hasTheRowOnly(launcher.soFar());
        process.destroyForcibly();
        launcher.end(process);
        hasTheRowOnly(launcher.soFar());
    }

    @Test
    void shouldSayThatATestIsNotCheckedAfterCtrlC() throws Exception {
        Process process = startHaltedInTheCheck();
        Launcher.signal("INT", process.toHandle());
        Ended ended = launcher.end(process);
        assertThat(ended.code()).isEqualTo(130);
        hasTheRowOnly(ended.out());
        assertThat(ended.out()).contains("Finished      0 tests", "End of Tests.", "N=64 NB=32 P=1 Q=1: not checked, rate ",
                "#   not checked: the run ended before the residual was known");
        assertThat(ended.err().lines().toList().getLast())
                .isEqualTo("BROKEN OFF after 0 of 2 tests, N=64 solved and not checked: interrupted; results in r.json");
    }

    @ParameterizedTest
    @Daily(2)
    @EnumSource(value = Starters.class, names = {"OPEN_MPI", "MPICH"})
    @Tag(Requirements.TAG)
    void shouldKeepTheTimeWhenAnotherRankIsKilledInTheCheck(Starters starter) throws Exception {
        Path halted = Files.writeString(folder.resolve("halted"), """
                [ "$OMPI_COMM_WORLD_RANK$PMI_RANK" = 0 ] || export HPL_JAVA_OPTS="%s"
                exec "$@"
                """.formatted(check.javaOption()));
        List<String> ranks = new ArrayList<>(starter.ranks(2));
        ranks.addAll(List.of("sh", halted.toString()));
        Process process = launcher.startBy(ranks, "run", "-N", "64,4001", "--nb", "32", "-Q", "2", "--blas", "vector",
                "--json", "r.json", "--progress", "none", "--map", "cyclic", "--workers", "1");
        check.await();
        Path json = folder.resolve("r.json");
        launcher.await(process, () -> launcher.soFar().contains("HPL_pdgesv() end time") && Files.exists(json)
                && Files.readString(json).contains("\"checking\""));
        launcher.ranks().rank(1).orElseThrow().destroyForcibly();
        Ended ended = launcher.end(process);
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("hpl: rank 1 on ", "ended without a word").doesNotContain("\tat ");
        hasTheRowOnly(ended.out());
    }

    /** A process that hangs is not told by the system; its silence tells. */
    @ParameterizedTest
    @Daily(2)
    @EnumSource(value = Starters.class, names = {"OPEN_MPI", "MPICH"})
    @Tag(Requirements.TAG)
    void shouldEndAllRanksWhenOneIsSilent(Starters starter) throws Exception {
        Process process = launcher.startBy(starter.ranks(2), "run", "-N", "64,4001", "--nb", "32", "-Q", "2", "--blas", "reference",
                "--json", "r.json", "--progress", "none", "--map", "cyclic", "--workers", "1");
        launcher.awaitFirstTest(process);
        Launcher.signal("STOP", launcher.ranks().rank(1).orElseThrow());
        Ended ended = launcher.end(process);
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("hpl: rank 1 on ", "was not heard of for");
        assertThat(ended.out()).contains("1 tests completed and passed");
    }

    @ParameterizedTest
    @Daily(2)
    @EnumSource(value = Starters.class, names = {"OPEN_MPI", "MPICH"})
    @Tag(Requirements.TAG)
    void shouldTellOfAMisspeltOptionOnce(Starters starter) throws Exception {
        Ended ended = launcher.end(launcher.startBy(starter.ranks(2), "run", "--orders", "64"));
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err().lines().filter(line -> line.startsWith("hpl: "))).singleElement().asString()
                .contains("--orders", "see ./hpl run --help");
    }

    /** The one that lacks memory is named, all skip that test, and the next one runs. */
    @ParameterizedTest
    @Daily(2)
    @EnumSource(value = Starters.class, names = {"OPEN_MPI", "MPICH"})
    @Tag(Requirements.TAG)
    void shouldNameTheRankThatGotNoMemory(Starters starter) throws Exception {
        Path limited = Files.writeString(folder.resolve("limited"), """
                [ "$OMPI_COMM_WORLD_RANK$PMI_RANK" = 0 ] || ulimit -v 5000000
                exec "$@"
                """);
        List<String> ranks = new ArrayList<>(starter.ranks(2));
        ranks.addAll(List.of("sh", limited.toString()));
        // two ranks that each need more than the limit leaves beside a JVM
        Ended ended = launcher.end(launcher.startBy(ranks, "run", "-N", "64,30000,97", "--nb", "32", "-Q", "2", "--blas", "native",
                "--map", "cyclic", "--workers", "1", "--progress", "none"));
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("rank 1 on ", "did not get the ", "2 tests completed and passed", "1 tests skipped");
    }

    /** An exception inside one rank: here its Java heap is too small, for anything or, with luck, for its part of the matrix. */
    @ParameterizedTest
    @Daily(2)
    @EnumSource(value = Starters.class, names = {"OPEN_MPI", "MPICH"})
    @Tag(Requirements.TAG)
    void shouldNameTheRankWhoseHeapIsTooSmall(Starters starter) throws Exception {
        Path small = Files.writeString(folder.resolve("small"), """
                [ "$OMPI_COMM_WORLD_RANK$PMI_RANK" = 0 ] || export HPL_JAVA_OPTS="-Xms2m -Xmx5m"
                exec "$@"
                """);
        List<String> ranks = new ArrayList<>(starter.ranks(2));
        ranks.addAll(List.of("sh", small.toString()));
        Ended ended = launcher.end(launcher.startBy(ranks, "run", "-N", "2000", "--nb", "32", "-Q", "2", "--blas", "native",
                "--map", "cyclic", "--workers", "1", "--progress", "none"));
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).doesNotContain("\tat ");
        assertThat(ended.err() + ended.out()).containsPattern("(hpl: rank 1 on \\S+ ended the run: out of memory \\(Java heap space\\)"
                + "|note: rank 1 on \\S+ did not get the ).*-Xmx");
    }

    /** Over the network goes only what a rank says, not what it threw. */
    @ParameterizedTest
    @Daily(2)
    @EnumSource(value = Starters.class, names = {"OPEN_MPI", "MPICH"})
    @Tag(Requirements.TAG)
    void shouldSayWhichRankLacksTheLibraryThatOthersHave(Starters starter) throws Exception {
        // unpacks it into the cache
        assertThat(launcher.here("run", "-N", "64", "--blas", "native").code()).isZero();
        Path link = folder.resolve("blas");
        // an emulated processor of another kind keeps its own there too
        String suffix = System.getProperty("os.arch").equals("aarch64") ? "-arm64" : "-x86_64";
        try (Stream<Path> cached = Files.list(Path.of(System.getProperty("hpl.cache"), "hpl-hetero"))) {
            Files.createSymbolicLink(link, cached.filter(path -> path.getFileName().toString().matches("openblas-.*" + suffix))
                    .findFirst().orElseThrow().toAbsolutePath());
        }
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), """
                [ "$OMPI_COMM_WORLD_RANK$PMI_RANK" = 0 ] || cd /
                exec "$@"
                """);
        List<String> ranks = new ArrayList<>(starter.ranks(2));
        ranks.addAll(List.of("sh", elsewhere.toString()));
        Ended ended = launcher.end(launcher.startBy(ranks, "run", "-N", "64", "-Q", "2", "--blas", "native", "--blas-lib",
                "blas/libopenblas_h.so"));
        Files.delete(link);
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("hpl: rank 1 on ", " ended the run: ", "blas/libopenblas_h.so").doesNotContain("Exception");
    }

    /** A rank that lives and is heard of, but gets nowhere. */
    @ParameterizedTest
    @Daily(2)
    @EnumSource(value = Starters.class, names = {"OPEN_MPI", "MPICH"})
    @Tag(Requirements.TAG)
    void shouldTellWhoWaitsForWhatWhenNoRankAdvances(Starters starter) throws Exception {
        // in which the ranks have to meet too
        String patience = "%.0f".formatted(BusyMachine.seconds(2));
        Ended ended = launcher.runBy(starter.ranks(2), "run", "-N", "499", "--nb", "32", "-Q", "2", "--blas", "native", "--map", "cyclic",
                "--workers", "1", "--emulate-slowdown", "1,1000000", "--stall-timeout", patience, "--progress", "none");
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("hpl: no rank has advanced for " + patience + " s")
                .containsPattern("rank 0 on \\S+: [a-z ]+\\d*: waits for a message of bytes=\\d+ .* from rank 1 on ")
                .containsPattern("rank 1 on \\S+: [a-z ]+\\d*: has not looked for messages for \\d+ ms");
    }
}
