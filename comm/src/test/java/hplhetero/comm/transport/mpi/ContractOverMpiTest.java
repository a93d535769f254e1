package hplhetero.comm.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of point-to-point messages and collectives that hold for threads, by processes over each MPI. */
final class ContractOverMpiTest {
    private static final List<String> CLASSES = List.of("hplhetero.comm.collective.BroadcastTest",
            "hplhetero.comm.collective.ReductionsTest", "hplhetero.comm.collective.PivotExchangeTest",
            "hplhetero.comm.transport.local.PointToPointTest", "hplhetero.comm.transport.mpi.RankChecks",
            "hplhetero.comm.transport.local.SharedCoresTest");
    private static final int LEAST_TESTS = 70;

    @Test
    void shouldHoldOverOpenMpi() {
        passAll(MpiJob.openMpi(4), 4, "-", MpiWorld.MESSAGE_LIMIT, "Open MPI v");
    }

    @Test
    void shouldHoldOverMpich() {
        passAll(MpiJob.mpich(4), 4, "-", MpiWorld.MESSAGE_LIMIT, "MPICH Version");
    }

    @Test
    void shouldHoldOverTheStandardAbi(@TempDir Path folder) {
        Path library = MpiJob.abiEmulator(folder);
        passAll(MpiJob.mpich(2), 2, library.toString(), 40_000, "MPI 5 ABI emulator over MPICH");
    }

    /** As if a count of MPI ended at 997 bytes: nearly all messages then have a type of their own. */
    @Test
    void shouldHoldForMessagesLongerThanACountOfMpi() {
        passAll(MpiJob.openMpi(2), 2, "-", 997, "Open MPI v");
        passAll(MpiJob.mpich(2), 2, "-", 997, "MPICH Version");
    }

    private static void passAll(MpiJob job, int ranks, String library, long messageLimit, String version) {
        List<String> arguments = new ArrayList<>(List.of(library, Long.toString(messageLimit)));
        arguments.addAll(CLASSES);
        MpiJob.Outcome outcome = job.run(TestsOverMpi.class, arguments.toArray(String[]::new)).shouldPass();
        assertThat(outcome.output()).contains(version);
        List<Integer> passed = outcome.output().lines().filter(line -> line.matches("rank \\d+: passed=\\d+ failed=0"))
                .map(line -> Integer.parseInt(line.replaceAll(".*passed=(\\d+) .*", "$1"))).toList();
        assertThat(passed).as(outcome.output()).hasSize(ranks).allSatisfy(count -> assertThat(count).isGreaterThan(LEAST_TESTS));
        assertThat(IntStream.range(0, ranks)).allSatisfy(rank -> assertThat(outcome.output()).contains("rank " + rank + ": passed"));
    }
}
