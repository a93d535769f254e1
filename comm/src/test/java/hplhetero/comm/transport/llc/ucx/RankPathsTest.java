package hplhetero.comm.transport.llc.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.CommException;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.transport.InfiniBandPort;
import hplhetero.network.topology.PathTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which path a rank takes to each peer, and what UCX is told of it. */
final class RankPathsTest {
    private static final List<InfiniBandPort> FOUR_LIDS = List.of(new InfiniBandPort("mlx5_0:1", 2));
    private static final PathTable OF_PAIRS = PathTable.of(3, (from, to) -> from + to);

    private static TransportOptions options(Map<String, String> environment) {
        return new TransportOptions(environment, Map.of(), LivenessTimeouts.USUAL, failure -> { });
    }

    private static void refused(PathTable table, Map<String, String> environment, List<InfiniBandPort> ports, String... words) {
        assertThatThrownBy(() -> RankPaths.of(options(environment).over(table), 0, ports)).isInstanceOf(CommException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void shouldTakeThePathOfEachPair() {
        RankPaths paths = RankPaths.of(options(Map.of()).over(OF_PAIRS), 1, FOUR_LIDS);
        assertThat(List.of(paths.to(0), paths.to(2), paths.home())).containsExactly(1, 3, 1);
        assertThat(paths.settings(3)).isEqualTo(Map.of("IB_LID_PATH_BITS", "3", "TLS", "^rc_verbs,rc_mlx5"));
        assertThat(RankPaths.of(options(Map.of()).over(OF_PAIRS), 0, FOUR_LIDS).home()).isEqualTo(1);
    }

    @Test
    void shouldLeaveReliableConnectionsWhereAllPairsHaveOnePath() {
        RankPaths paths = RankPaths.of(options(Map.of("UCX_TLS", "rc")).over(PathTable.of(3, (from, to) -> 2)), 1, FOUR_LIDS);
        assertThat(paths.settings(paths.home())).isEqualTo(Map.of("IB_LID_PATH_BITS", "2"));
    }

    @Test
    void shouldTellUcxNothingWithoutATable() {
        RankPaths paths = RankPaths.of(options(Map.of("UCX_IB_LID_PATH_BITS", "3")), 1, List.of());
        assertThat(paths.settings(paths.home())).isEmpty();
        assertThat(paths.to(7)).isEqualTo(paths.home()).isZero();
        assertThat(RankPaths.of(options(Map.of()).over(PathTable.of(1, (from, to) -> 0)), 0, FOUR_LIDS).home()).isZero();
    }

    @Test
    void shouldRefuseWhatTheHostOrTheUserDoesNotAllow() {
        refused(OF_PAIRS, Map.of(), List.of(), "no InfiniBand port", "drop --lid-table");
        refused(OF_PAIRS, Map.of(), List.of(new InfiniBandPort("mlx5_0:1", 1)), "mlx5_0:1", "LMC=1", "2 LIDs", "path=3");
        refused(OF_PAIRS, Map.of("UCX_TLS", "rc,self"), FOUR_LIDS, "UCX_TLS=rc,self", "same path");
        refused(OF_PAIRS, Map.of("UCX_IB_LID_PATH_BITS", "0"), FOUR_LIDS, "UCX_IB_LID_PATH_BITS=0", "unset the variable");
        assertThat(RankPaths.of(options(Map.of("UCX_TLS", "dc,self")).over(OF_PAIRS), 0, FOUR_LIDS).settings(1))
                .isEqualTo(Map.of("IB_LID_PATH_BITS", "1"));
    }
}
