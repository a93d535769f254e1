package hplhetero.comm.transport.llc;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.transport.FailingRank;
import hplhetero.comm.transport.RankJob;
import hplhetero.testing.Daily;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs of processes that end badly: all end, and people read why, once. */
@Tag(Requirements.TAG)
final class FailureOverLlcIT {
    private static final int RANKS = 3;

    private static List<RankJob.Outcome> fail(Network network, FailingRank.Way way, int failing)
            throws IOException, InterruptedException {
        Needed.require(network);
        List<RankJob.Outcome> outcomes = RankJob.run(network.launcher(), RANKS, Needed.environment(network, Map.of()), FailingRank.class,
                way.name(), Integer.toString(failing));
        assertThat(outcomes).allSatisfy(o -> assertThat(o.exitCode()).as(o.output()).isNotZero());
        assertThat(outcomes).allSatisfy(o -> assertThat(o.output().lines()).as("rank " + o.rank())
                .allMatch(l -> l.startsWith("FAILURE: ")));
        return outcomes;
    }

    @ParameterizedTest
    @Daily(3)
    @EnumSource
    void shouldEndAllWhenOneIsKilled(Network network) throws IOException, InterruptedException {
        for (int failing : new int[] {0, 2}) {
            List<RankJob.Outcome> outcomes = fail(network, FailingRank.Way.KILLED, failing);
            assertThat(outcomes.get(failing == 0 ? 1 : 0).output()).contains("rank " + failing + " on ");
            assertThat(outcomes.get(failing).output()).isEmpty();
        }
    }

    @ParameterizedTest
    @Daily(3)
    @EnumSource
    void shouldEndAllWhenOneThrows(Network network) throws IOException, InterruptedException {
        assertThat(fail(network, FailingRank.Way.THROWS, 1).get(0).output()).contains("rank 1 on ").contains("no memory for A");
    }

    @ParameterizedTest
    @Daily(3)
    @EnumSource
    void shouldEndAllWhenAMessageIsTooLong(Network network) throws IOException, InterruptedException {
        assertThat(fail(network, FailingRank.Way.TOO_LONG, 2).get(0).output()).contains("rank 2 on ").contains("bytes=5000000")
                .contains("bytes=16");
    }
}
