package hplhetero.comm.transport.llc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.CommException;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.transport.llc.shm.ShmTranslator;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LlcThreadsTest {
    /** What the report says of the ranks, asked by rank 0 while they run. */
    private static String description(Network network, String direct) {
        TransportOptions usual = TransportOptions.usual(failure -> { });
        TransportOptions options = new TransportOptions(Map.of(ShmTranslator.DIRECT_VARIABLE, direct), Map.of(), usual.timeouts(),
                failure -> { });
        String[] described = new String[1];
        try (Transport transport = new LlcThreads(network, RemoteLimits.USUAL, options)) {
            int code = transport.run(2, world -> {
                if (world.rank() == 0) {
                    described[0] = transport.description();
                }
                return 0;
            });
            assertThat(code).isZero();
        }
        return described[0];
    }

    @Test
    void shouldSayWhatCarriesTheRanks() {
        assertThat(description(Network.SHM, "yes")).startsWith("LLC, shared memory in ").doesNotContain("twice")
                .endsWith(", ranks as threads of one process");
        assertThat(description(Network.SHM, "no")).contains("long messages copied twice, ranks as threads");
        assertThat(description(Network.TCP, "yes")).startsWith("LLC, TCP from ");
    }

    @Test
    void shouldRefuseAWordThatIsNeitherYesNorNo() {
        assertThatThrownBy(() -> description(Network.SHM, "maybe")).isInstanceOf(CommException.class)
                .hasMessageContaining("HPL_LLC_SHM_DIRECT=maybe: choose yes or no");
    }
}
