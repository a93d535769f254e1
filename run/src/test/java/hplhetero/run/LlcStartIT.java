package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real launchers of MPIs start ranks of LLC, by PMIx and by PMI 1; no MPI library takes part. */
@Needs(Component.PMIX)
final class LlcStartIT {
    private static final int MOST_SECONDS = 5;

    @TempDir
    private Path folder;
    private Launcher launcher;

    @BeforeEach
    void inAFolderOfItsOwn() {
        launcher = new Launcher(folder, Launcher.BRIEF);
    }

    @AfterEach
    void leaveNothingBehind() {
        launcher.ranks().end();
    }

    @ParameterizedTest
    @Daily(2)
    @CsvSource({"OPEN_MPI, llc:tcp, TCP from 127.0.0.1", "OPEN_MPI, llc:shm, shared memory in "})
    void shouldSolveOverRanksThatAnMpisLauncherStarted(Starters starter, String transport, String carrier) throws Exception {
        Ended ended = launcher.runBy(starter.ranks(2), "run", "-N", "97", "--nb", "16", "-Q", "2", "--blas", "vector", "--workers", "1",
                "--progress", "none", "--transport", transport);
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("PASSED", "transport LLC, " + carrier);
        assertThat(ended.err()).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @Daily(2)
    @CsvSource({"OPEN_MPI, llc:tcp, 1", "MPICH, llc:shm, 0"})
    void shouldEndAllRanksWhenOneIsKilled(Starters starter, String transport, int victim) throws Exception {
        Process process = launcher.startBy(starter.ranks(2), "run", "-N", "64,4003", "--nb", "32", "-Q", "2", "--blas", "reference",
                "--progress", "none", "--map", "cyclic", "--workers", "1", "--transport", transport);
        launcher.awaitFirstTest(process);
        ProcessHandle rank = launcher.ranks().rank(victim).orElseThrow();
        assertThat(Files.readString(Path.of("/proc/" + rank.pid() + "/maps"))).doesNotContain("libmpi.so", "libmpich.so");
        long start = System.nanoTime();
        rank.destroyForcibly();
        Ended ended = launcher.end(process);
        double most = BusyMachine.seconds(MOST_SECONDS);
        while (launcher.ranks().all().findAny().isPresent() && System.nanoTime() - start < 2e9 * most) {
            Thread.sleep(20);
        }
        assertThat((System.nanoTime() - start) / 1e9).as(ended.err()).isLessThan(most);
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("hpl: rank " + victim + " on ", "ended without a word").doesNotContain("\tat ");
    }

    @Test
    void shouldSayOnceThatALauncherOffersNoWayToMeet() throws Exception {
        List<String> starter = new ArrayList<>(Starters.OPEN_MPI.ranks(2));
        starter.addAll(List.of("env", "-u", "PMIX_NAMESPACE"));
        Ended ended = launcher.runBy(starter, "run", "-N", "64", "-Q", "2", "--transport", "llc:tcp");
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err().lines().filter(line -> line.startsWith("hpl: "))).singleElement().asString()
                .contains("Open MPI's mpirun (OMPI_COMM_WORLD_SIZE=2)", "neither PMIx (PMIX_NAMESPACE) nor PMI 1", "--launcher llc");
    }
}
