package hplhetero.comm.transport.mpj;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.transport.FailingRank;
import hplhetero.comm.transport.RankJob;
import hplhetero.comm.transport.RankProcess;
import hplhetero.comm.transport.launch.LaunchEnvironment;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of processes that end badly: all end, and people read why, once, and nothing of MPJ's own. */
@Needs(Component.MPJ_EXPRESS)
@Daily(2)
final class NetworkFailureIT {
    private static final int RANKS = 3;

    private static List<RankJob.Outcome> fail(FailingRank.Way way, int failing) throws IOException, InterruptedException {
        List<RankJob.Outcome> outcomes = RankJob.run(new MpjRankLauncher(), RANKS, Map.of(), FailingRank.class, way.name(),
                Integer.toString(failing));
        assertThat(outcomes).allSatisfy(o -> assertThat(o.exitCode()).as(o.output()).isNotZero());
        assertThat(outcomes).allSatisfy(o -> assertThat(o.output().lines()).as("rank " + o.rank())
                .allMatch(l -> l.startsWith("FAILURE: ")));
        return outcomes;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void shouldEndAllWhenOneIsKilled(int failing) throws IOException, InterruptedException {
        List<RankJob.Outcome> outcomes = fail(FailingRank.Way.KILLED, failing);
        int teller = failing == 0 ? 1 : 0;
        assertThat(outcomes.get(teller).output()).contains("rank " + failing + " on ");
        assertThat(outcomes.get(failing).output()).isEmpty();
    }

    @Test
    void shouldEndAllWhenOneThrows() throws IOException, InterruptedException {
        assertThat(fail(FailingRank.Way.THROWS, 1).get(0).output()).contains("rank 1 on ").contains("no memory for A");
    }

    @Test
    void shouldEndAllWhenAMessageIsTooLong() throws IOException, InterruptedException {
        assertThat(fail(FailingRank.Way.TOO_LONG, 2).get(0).output()).contains("rank 2 on ").contains("bytes=5000000")
                .contains("bytes=16");
    }

    /** Ranks of hosts with several networks. */
    @Test
    void shouldAnnounceTheAddressThatItIsTold() throws IOException, InterruptedException {
        List<RankJob.Outcome> outcomes = RankJob.run(new MpjRankLauncher(), 2,
                Map.of(LaunchEnvironment.ADDRESS, "127.0.0.2"),
                RankProcess.class, "hplhetero.comm.transport.mpj.AddressCheck");
        assertThat(outcomes).allSatisfy(o -> assertThat(o.exitCode()).as(o.output()).isZero());
    }
}
