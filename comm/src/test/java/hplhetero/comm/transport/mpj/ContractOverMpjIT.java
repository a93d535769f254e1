package hplhetero.comm.transport.mpj;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.RankTests;
import hplhetero.comm.Ranks;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.transport.RankJob;
import hplhetero.comm.transport.RankProcess;
import hplhetero.comm.transport.mpj.device.MpjHome;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tests of point-to-point messages and collectives that hold for threads, over both devices of MPJ Express. */
@Needs(Component.MPJ_EXPRESS)
@Daily(2)
final class ContractOverMpjIT {
    private static final List<String> CLASSES = List.of("hplhetero.comm.collective.BroadcastTest",
            "hplhetero.comm.collective.ReductionsTest", "hplhetero.comm.collective.PivotExchangeTest",
            "hplhetero.comm.collective.LabelledCollectivesTest",
            "hplhetero.comm.collective.PlacedCollectivesTest", "hplhetero.comm.transport.local.PointToPointTest",
            "hplhetero.comm.transport.RankChecks");
    private static final int TESTS = 165;
    private static final TransportOptions OPTIONS = TransportOptions.usual(failure -> { });

    /** Two, three and four ranks: of four the first two and three take part in tests of so many. */
    @Test
    void shouldHoldBetweenProcesses() throws IOException, InterruptedException {
        passAll(4, TESTS, Map.of(), CLASSES);
    }

    /** As if a message were long from 65 bytes on and MPJ took no more than 9,973 at a time. */
    @Test
    void shouldHoldBetweenTwoProcessesForMessagesInPieces() throws IOException, InterruptedException {
        passAll(2, 40, Map.of(MessageLimits.EAGER, "64", MessageLimits.PIECE, "9973"), List.of("hplhetero.comm.collective.BroadcastTest",
                "hplhetero.comm.transport.local.PointToPointTest"));
    }

    private static void passAll(int ranks, int tests, Map<String, String> variables, List<String> classes)
            throws IOException, InterruptedException {
        List<RankJob.Outcome> outcomes = RankJob.run(new MpjRankLauncher(), ranks, variables, RankProcess.class,
                classes.toArray(String[]::new));
        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.exitCode()).isZero());
        for (RankJob.Outcome outcome : outcomes) {
            assertThat(outcome.output()).containsPattern("rank " + outcome.rank() + ": passed=\\d+ failed=0\n");
            assertThat(Integer.parseInt(outcome.output().replaceAll("(?s).*passed=(\\d+) .*", "$1")))
                    .as(outcome.output()).isGreaterThanOrEqualTo(tests);
            assertThat(outcome.output().lines()).as("nothing of MPJ's own").hasSize(outcome.rank() == 0 ? 2 : 1);
        }
    }

    @Test
    void shouldHoldBetweenThreads() {
        assertThat(overThreads(MessageLimits.USUAL, CLASSES)).isGreaterThanOrEqualTo(TESTS);
    }

    @Test
    void shouldHoldBetweenThreadsForMessagesInPieces() {
        assertThat(overThreads(new MessageLimits(64, 9_973), List.of("hplhetero.comm.transport.local.PointToPointTest",
                "hplhetero.comm.transport.RankChecks"))).isGreaterThanOrEqualTo(25);
    }

    private static long overThreads(MessageLimits limits, List<String> classes) {
        try (Transport transport = new MulticoreTransport(MpjHome.find(OPTIONS), limits, OPTIONS)) {
            return RankTests.passOver(transport, 4, classes, Ranks.NO_GARBAGE);
        }
    }
}
