package hplhetero.run.start;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.CommException;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.input.text.InputException;
import hplhetero.network.topology.PathTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TransportsTest {

    private static void refused(String transport, PathTable table, String... words) {
        TransportOptions options = new TransportOptions(Map.of(), Map.of(), LivenessTimeouts.USUAL, failure -> { });
        assertThatThrownBy(() -> Transports.open(transport, options.over(table))).isInstanceOf(InputException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void shouldRefuseATableOfPathsWhereATransportHasNone() {
        for (String transport : List.of("local", "auto", "mpj", "llc:shm", "llc:tcp", "llc:utofu")) {
            refused(transport, PathTable.of(2, (from, to) -> 1), "--lid-table", transport.equals("auto") ? "local" : transport,
                    "drop the option", "--transport mpi", "--transport llc:ucx");
        }
    }

    @Test
    void shouldRefuseATableThatIsNotBySenderWhereATransportTakesOnePathForEach() {
        refused("mpi", PathTable.of(3, (from, to) -> from == 1 ? to : 0), "rank=1", "several paths", "transport mpi",
                "./hpl net lids --method sender-wise", "--transport llc:ucx");
    }

    /** Both take the table, and find that it is for another number of ranks. */
    @Test
    void shouldGiveATableOfPairsToUcx() {
        PathTable table = PathTable.of(3, (from, to) -> from == 1 ? to : 0);
        TransportOptions options = new TransportOptions(Map.of(), Map.of(), LivenessTimeouts.USUAL, failure -> { });
        for (String transport : List.of("llc", "llc:ucx")) {
            try (Transport open = Transports.open(transport, options.over(table))) {
                assertThatThrownBy(() -> open.run(2, world -> 0)).isInstanceOf(CommException.class).hasMessageContaining("ranks=3")
                        .hasMessageContaining("ranks=2");
            }
        }
    }
}
