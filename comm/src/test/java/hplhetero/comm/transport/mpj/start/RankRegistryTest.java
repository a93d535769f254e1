package hplhetero.comm.transport.mpj.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.CommException;
import hplhetero.comm.RankLauncher;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.transport.LaunchEnvironment;
import hplhetero.comm.transport.mpj.MpjProvider;
import hplhetero.comm.transport.mpj.MpjRankLauncher;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class RankRegistryTest {
    private static final RankAddress SOMEBODY = new RankAddress(0, "a", "10.0.0.1", 25_000, 25_001);

    private static Socket visit(LaunchEnvironment environment, String key, RankAddress peer) throws IOException {
        Socket socket = new Socket("127.0.0.1", environment.serverPort());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeUTF(key);
        peer.write(out);
        out.flush();
        return socket;
    }

    private static LaunchEnvironment environment(RankLauncher.Gathering gathering, int rank) {
        return LaunchEnvironment.of(RankRegistry.VARIABLES, gathering.environments().get(rank));
    }

    @Test
    void shouldBeFoundByTheTransportsName() {
        assertThat(ServiceLoader.load(RankLauncher.class)).extracting(RankLauncher::transport).contains("mpj");
    }

    @Test
    void shouldTellEachProcessItsSeat() {
        try (RankLauncher.Gathering gathering = new MpjRankLauncher().open(List.of("a", "b", "a"), "10.1.2.3")) {
            assertThat(gathering.missing()).containsExactly(0, 1, 2);
            assertThat(environment(gathering, 2)).satisfies(environment -> {
                assertThat(environment.rank()).isEqualTo(2);
                assertThat(environment.size()).isEqualTo(3);
                assertThat(environment.serverHost()).isEqualTo("10.1.2.3");
                assertThat(environment.ranksOnHost()).isEqualTo(2);
                assertThat(environment.address()).isEmpty();
            });
            assertThat(environment(gathering, 1).ranksOnHost()).isEqualTo(1);
        }
    }

    @Test
    void shouldTellAllRanksOfAllWhenAllHaveCome() throws IOException {
        try (RankLauncher.Gathering gathering = new MpjRankLauncher().open(List.of("a", "b"), "::1")) {
            LaunchEnvironment environment = environment(gathering, 0);
            RankAddress other = new RankAddress(1, "b", "10.0.0.2", 25_002, 25_003);
            try (Socket second = visit(environment, environment.key(), other); Socket first = visit(environment, environment.key(),
                    SOMEBODY)) {
                for (Socket socket : List.of(first, second)) {
                    DataInputStream in = new DataInputStream(socket.getInputStream());
                    assertThat(in.readBoolean()).isTrue();
                    assertThat(RankAddress.readAll(in)).containsExactly(SOMEBODY, other);
                }
            }
            assertThat(gathering.missing()).isEmpty();
        }
    }

    @Test
    void shouldNotAnswerStrangers() throws IOException {
        try (RankLauncher.Gathering gathering = new MpjRankLauncher().open(List.of("a"), "127.0.0.1")) {
            assertThat(isTurnedAway(environment(gathering, 0), "guessed")).isTrue();
            assertThat(gathering.missing()).containsExactly(0);
        }
    }

    /** The other side may close before all has been written. */
    private static boolean isTurnedAway(LaunchEnvironment environment, String key) throws IOException {
        try (Socket stranger = visit(environment, key, SOMEBODY)) {
            return stranger.getInputStream().read() == -1;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void shouldRefuseARankThatComesTwice() throws IOException {
        try (RankLauncher.Gathering gathering = new MpjRankLauncher().open(List.of("a", "b"), "127.0.0.1")) {
            LaunchEnvironment environment = environment(gathering, 0);
            try (Socket one = visit(environment, environment.key(), SOMEBODY)) {
                while (gathering.missing().size() == 2) {
                    Thread.onSpinWait();
                }
                try (Socket again = visit(environment, environment.key(), SOMEBODY)) {
                    DataInputStream in = new DataInputStream(again.getInputStream());
                    assertThat(in.readBoolean()).isFalse();
                    assertThat(in.readUTF()).contains("rank=0").contains("twice");
                }
                assertThat(one.isConnected()).isTrue();
            }
        }
    }

    @Test
    @SuppressWarnings("try") // what its close does is the question
    void shouldNameTheRanksThatNeverCameToThoseThatDid() throws IOException {
        try (RankLauncher.Gathering gathering = new MpjRankLauncher().open(List.of("a", "b", "c"), "127.0.0.1")) {
            LaunchEnvironment environment = environment(gathering, 0);
            try (Socket one = visit(environment, environment.key(), SOMEBODY)) {
                while (gathering.missing().size() == 3) {
                    Thread.onSpinWait();
                }
                gathering.close();
                DataInputStream in = new DataInputStream(one.getInputStream());
                assertThat(in.readBoolean()).isFalse();
                assertThat(in.readUTF()).contains("1 on b, 2 on c");
            }
        }
    }

    @Test
    @Needs(Component.MPJ_EXPRESS)
    void shouldSayWhenTheLaunchingProcessCannotBeReached() {
        Map<String, String> environment;
        try (RankLauncher.Gathering gathering = new MpjRankLauncher().open(List.of("a"), "127.0.0.1")) {
            environment = gathering.environments().get(0);
        }
        TransportOptions options = new TransportOptions(environment, Map.of(), TransportOptions.USUAL_STALL_TIMEOUT,
                failure -> { });
        assertThatThrownBy(() -> new MpjProvider().open(options)).isInstanceOf(CommException.class)
                .hasMessageContaining("rank 0 on ").hasMessageContaining("cannot reach the launching process at 127.0.0.1:")
                .hasMessageContaining("refused");
    }

    @Test
    void shouldRefuseAHalfSetEnvironment() {
        Map<String, String> environment = new HashMap<>(new LaunchEnvironment("HPL_MPJ", 1, 2, "::1", 99, "k", 1, Optional.of("10.0.0.7"))
                .environment());
        assertThat(LaunchEnvironment.of(RankRegistry.VARIABLES, environment)).isEqualTo(
                new LaunchEnvironment("HPL_MPJ", 1, 2, "::1", 99, "k", 1, Optional.of("10.0.0.7")));
        environment.put("HPL_MPJ_RANK", "2");
        assertThatThrownBy(() -> LaunchEnvironment.of(RankRegistry.VARIABLES, environment)).isInstanceOf(CommException.class)
                .hasMessageContaining("HPL_MPJ_RANK=2");
        assertThatThrownBy(() -> LaunchEnvironment.of(RankRegistry.VARIABLES, Map.of("HPL_MPJ_RANK", "0")))
                .hasMessageContaining("HPL_MPJ_SERVER is not set")
                .hasMessageContaining("unset HPL_MPJ_RANK");
    }
}
