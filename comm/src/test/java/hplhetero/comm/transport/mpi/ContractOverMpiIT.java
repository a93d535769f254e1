package hplhetero.comm.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.testing.Daily;
import hplhetero.testing.Requirements;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of point-to-point messages and collectives that hold for threads, by processes over each MPI. */
@Tag(Requirements.TAG)
@Daily(2)
final class ContractOverMpiIT {
    private static final List<String> COLLECTIVES = List.of("hplhetero.comm.collective.BroadcastTest",
            "hplhetero.comm.collective.ReductionsTest", "hplhetero.comm.collective.PivotExchangeTest",
            "hplhetero.comm.collective.LabelledCollectivesTest",
            "hplhetero.comm.collective.PlacedCollectivesTest");
    private static final List<String> PAIR = List.of("hplhetero.comm.transport.local.PointToPointTest",
            "hplhetero.comm.transport.mpi.MpiRankChecks", "hplhetero.comm.transport.local.SharedCoresTest");
    private static final int LEAST_TESTS = 30;
    /** As if a count of MPI ended at 997 bytes: most messages then have a type of their own. */
    private static final long SMALL_LIMIT = 997;

    @Test
    void shouldHoldForFourRanksOfOpenMpi() {
        passAll(MpiJob.openMpi(4), 4, COLLECTIVES, "-", MpiWorld.MESSAGE_LIMIT, "Open MPI v");
    }

    @Test
    void shouldHoldForFourRanksOfMpich() {
        passAll(MpiJob.mpich(4), 4, COLLECTIVES, "-", MpiWorld.MESSAGE_LIMIT, "MPICH Version");
    }

    @Test
    void shouldHoldForAPairOfOpenMpiAndMessagesLongerThanACount() {
        passAll(MpiJob.openMpi(2), 2, PAIR, "-", SMALL_LIMIT, "Open MPI v");
    }

    @Test
    void shouldHoldForAPairOfMpich() {
        passAll(MpiJob.mpich(2), 2, PAIR, "-", MpiWorld.MESSAGE_LIMIT, "MPICH Version");
    }

    @Test
    void shouldHoldForAPairOfTheStandardAbiAndMessagesLongerThanACount(@TempDir Path folder) {
        Path library = MpiJob.abiEmulator(folder);
        passAll(MpiJob.mpich(2), 2, PAIR, library.toString(), SMALL_LIMIT, "MPI 5 ABI emulator over MPICH");
    }

    private static void passAll(MpiJob job, int ranks, List<String> classes, String library, long messageLimit,
            String version) {
        List<String> arguments = new ArrayList<>(List.of(library, Long.toString(messageLimit)));
        arguments.addAll(classes);
        MpiJob.Outcome outcome = job.run(TestsOverMpi.class, arguments.toArray(String[]::new)).shouldPass();
        assertThat(outcome.output()).contains(version);
        List<Integer> passed = outcome.output().lines().filter(line -> line.matches("rank \\d+: passed=\\d+ failed=0"))
                .map(line -> Integer.parseInt(line.replaceAll(".*passed=(\\d+) .*", "$1"))).toList();
        assertThat(passed).as(outcome.output()).hasSize(ranks).allSatisfy(count -> assertThat(count).isGreaterThan(LEAST_TESTS));
        assertThat(IntStream.range(0, ranks)).allSatisfy(rank -> assertThat(outcome.output()).contains("rank " + rank + ": passed"));
    }
}
