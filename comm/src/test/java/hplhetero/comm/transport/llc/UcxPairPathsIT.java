package hplhetero.comm.transport.llc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.CommException;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.transport.RankJob;
import hplhetero.network.topology.PathTable;
import hplhetero.testing.Component;
import hplhetero.testing.EmulatedPorts;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs over UCX that follow a table with a path for each pair of ranks. Ports of InfiniBand are emulated; UCX itself carries the data. */
final class UcxPairPathsIT {
    private static final int RANKS = 4;

    @TempDir
    private Path folder;

    @Test
    @Needs({Component.UCX, Component.UCX_FOR_C})
    void shouldSendEachPairByThePathOfTheTableAndByNoOther() throws IOException, InterruptedException {
        EmulatedPorts ports = EmulatedPorts.in(folder, Path.of("../comm/src/test/c/ucp_emulator.c"));
        List<RankJob.Outcome> outcomes = RankJob.run(Network.UCX.launcher(), RANKS, ports.environment(), PathsOverUcx.class, "" + RANKS);
        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.exitCode()).as(outcome.output()).isZero());
        assertThat(outcomes.getFirst().output()).contains("each pair of ranks by its path of the table (2 at rank 0; ");
        PathTable table = PathsOverUcx.table(RANKS);
        for (int from = 0; from < RANKS; from++) {
            for (int to = 0; to < RANKS; to++) {
                for (int path = 0; path < EmulatedPorts.LIDS; path++) {
                    if (from != to && path == table.path(from, to)) {
                        assertThat(ports.bytes(from, to, path)).as("%d to %d", from, to).isBetween((long) PathsOverUcx.LONG_BYTES,
                                2L * PathsOverUcx.LONG_BYTES);
                    } else {
                        assertThat(ports.bytes(from, to, path)).as("%d to %d by %d", from, to, path).isZero();
                    }
                }
            }
        }
    }

    @Test
    void shouldRefuseATableThatTheRanksCannotFollow() {
        refused(Network.UCX, 3, "ranks=2", "ranks=3", "./hpl net lids --table FILE");
        refused(Network.BEST, 2, "llc takes TCP between hosts", "HPL_LLC_BETWEEN=ucx");
    }

    private static void refused(Network network, int ranks, String... words) {
        TransportOptions options = TransportOptions.usual(failure -> { }).over(PathsOverUcx.table(2));
        try (Transport transport = new LlcThreads(network, RemoteLimits.USUAL, options)) {
            assertThatThrownBy(() -> transport.run(ranks, world -> 0)).isInstanceOf(CommException.class).hasMessageContainingAll(words);
        }
    }
}
