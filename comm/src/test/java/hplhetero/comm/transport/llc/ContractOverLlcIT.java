package hplhetero.comm.transport.llc;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.RankTests;
import hplhetero.comm.Ranks;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.SchedulePolicy;
import hplhetero.comm.transport.RankJob;
import hplhetero.comm.transport.RankProcess;
import hplhetero.comm.transport.llc.shm.ShmTranslator;
import hplhetero.testing.Daily;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The tests of point-to-point messages and collectives that hold for threads, over each translator. UCX and uTofu leave to a process' end
 * what their workers take, so that they are tried between processes only.
 */
final class ContractOverLlcIT {
    private static final List<String> CLASSES = List.of("hplhetero.comm.collective.BroadcastTest",
            "hplhetero.comm.collective.ReductionsTest", "hplhetero.comm.collective.PivotExchangeTest",
            "hplhetero.comm.collective.LabelledCollectivesTest",
            "hplhetero.comm.collective.PlacedCollectivesTest", "hplhetero.comm.transport.local.PointToPointTest",
            "hplhetero.comm.transport.RankChecks");
    /** On one host {@code llc} is {@code llc:shm}, but for what chooses by the peer. */
    private static final List<String> CLASSES_OF_BEST = List.of("hplhetero.comm.transport.local.PointToPointTest",
            "hplhetero.comm.collective.BroadcastTest", "hplhetero.comm.transport.RankChecks");
    private static final int TESTS = 165;
    private static final int TESTS_OF_BEST = 25;
    private static final TransportOptions OPTIONS = TransportOptions.usual(failure -> { });
    private static final TransportOptions LANDING = new TransportOptions(Map.of(ShmTranslator.DIRECT_VARIABLE, "no"), Map.of(),
            OPTIONS.timeouts(), failure -> { });

    /** Two, three and four ranks: of four the first two and three take part in tests of so many. */
    @ParameterizedTest
    @Daily(2)
    @EnumSource
    @Tag(Requirements.TAG)
    void shouldHoldBetweenProcesses(Network network) throws IOException, InterruptedException {
        Needed.require(network);
        List<RankJob.Outcome> outcomes = RankJob.run(network.launcher(), 4, Needed.environment(network, Map.of("NO_GARBAGE", "1")),
                RankProcess.class, classes(network).toArray(String[]::new));
        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.exitCode()).isZero());
        for (RankJob.Outcome outcome : outcomes) {
            assertThat(Integer.parseInt(outcome.output().replaceAll("(?s).*passed=(\\d+) .*", "$1")))
                    .as(outcome.output()).isGreaterThanOrEqualTo(tests(network));
        }
    }

    private static List<String> classes(Network network) {
        return network == Network.BEST ? CLASSES_OF_BEST : CLASSES;
    }

    private static int tests(Network network) {
        return network == Network.BEST ? TESTS_OF_BEST : TESTS;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"UCX", "UTOFU"})
    void shouldHoldBetweenThreads(Network network) {
        // sockets between threads are those between processes
        Network counted = network == Network.TCP ? Network.BEST : network;
        assertThat(overThreads(network, RemoteLimits.USUAL, OPTIONS, classes(counted))).isGreaterThanOrEqualTo(tests(counted));
    }

    /** One shared ring of two slots, segments of a page, landing slots for one long message, a word for sends, one for receives. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"UCX", "UTOFU"})
    void shouldHoldWithTheLeastMemory(Network network) {
        RemoteLimits least = new RemoteLimits(4_096, 2, 3 * 4_096, 2, 2, 2,
                new SchedulePolicy(SchedulePolicy.Order.SHORTEST_FIRST, 4_096, 1));
        assertThat(overThreads(network, least, LANDING, CLASSES_OF_BEST)).isGreaterThanOrEqualTo(TESTS_OF_BEST);
    }

    private static long overThreads(Network network, RemoteLimits limits, TransportOptions options, List<String> classes) {
        try (Transport transport = new LlcThreads(network, limits, options)) {
            return RankTests.passOver(transport, 4, classes, Ranks.NO_GARBAGE);
        }
    }
}
