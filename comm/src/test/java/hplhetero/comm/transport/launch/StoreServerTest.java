package hplhetero.comm.transport.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.CommException;
import hplhetero.comm.RankLauncher;
import hplhetero.comm.session.JobToken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks find each other at the launcher; nobody else is heard there. */
@Timeout(300)
final class StoreServerTest {
    private static final String TRANSPORT = "llc:tcp";

    private static LaunchEnvironment environment(StoreServer server, int rank) {
        return LaunchEnvironment.of(server.environments().get(rank));
    }

    private static StoreClient client(StoreServer server, int rank) {
        return new StoreClient(environment(server, rank), "a");
    }

    @Test
    void shouldBeOfferedForEachTransportThatWeLaunch() {
        assertThat(ServiceLoader.load(RankLauncher.class)).extracting(RankLauncher::transport).contains("mpj", "llc", "llc:tcp", "llc:shm");
    }

    @Test
    void shouldTellEachProcessWhichRankItIs() {
        try (StoreServer server = new StoreServer(TRANSPORT, List.of("a", "b", "a"), "127.0.0.1")) {
            assertThat(server.missing()).containsExactly(0, 1, 2);
            assertThat(environment(server, 2)).satisfies(told -> {
                assertThat(told.rank()).isEqualTo(2);
                assertThat(told.size()).isEqualTo(3);
                assertThat(told.storeHost()).isEqualTo("127.0.0.1");
                assertThat(told.ranksOnHost()).isEqualTo(2);
            });
            assertThat(environment(server, 1).ranksOnHost()).isEqualTo(1);
            assertThat(LaunchEnvironment.isFor(TRANSPORT, server.environments().get(0))).isTrue();
            assertThat(LaunchEnvironment.isFor("mpj", server.environments().get(0))).isFalse();
        }
    }

    @Test
    @SuppressWarnings("try") // closed early: that is what the server waits for
    void shouldGiveARankWhatAnotherHasPut() {
        try (StoreServer server = new StoreServer(TRANSPORT, List.of("a", "b"), "::1"); StoreClient first = client(server, 0);
                StoreClient second = client(server, 1)) {
            CompletableFuture<byte[]> waiting = CompletableFuture.supplyAsync(() -> first.get("where"));
            second.put("where", new byte[] {7});
            assertThat(waiting.join()).containsExactly(7);
            CompletableFuture<Void> barrier = CompletableFuture.runAsync(first::barrier);
            second.barrier();
            barrier.join();
            first.close();
            second.close();
            while (!server.missing().isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Another process may listen at the same port of another address, but not at that of three servers. */
    @Test
    void shouldListenWhereItIsReachedAndNowhereElse() throws IOException {
        boolean nowhereElse = false;
        for (int attempt = 0; attempt < 3 && !nowhereElse; attempt++) {
            try (StoreServer server = new StoreServer(TRANSPORT, List.of("a"), "127.0.0.1")) {
                int port = environment(server, 0).storePort();
                nowhereElse = hplhetero.comm.liveness.InterfaceAddresses.here().stream().noneMatch(own -> takes(own.getAddress(), port));
                connect(InetAddress.getByName("127.0.0.1"), port).close();
            }
        }
        assertThat(nowhereElse).isTrue();
    }

    private static boolean takes(InetAddress address, int port) {
        try (Socket socket = connect(address, port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    private static Socket connect(InetAddress address, int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(address, port), 1_000);
        return socket;
    }

    /** Of bytes that no rank sends, and of a rank of another job. */
    @Test
    void shouldSendStrangersAway() throws IOException {
        try (StoreServer server = new StoreServer(TRANSPORT, List.of("a"), "127.0.0.1")) {
            int port = environment(server, 0).storePort();
            try (Socket stranger = connect(InetAddress.getLoopbackAddress(), port)) {
                stranger.getOutputStream().write("GET / HTTP/1.0\r\nHost: a\r\n\r\n".getBytes());
                stranger.getInputStream().readNBytes(JobToken.NONCE_BYTES);
                assertThat(isClosed(stranger)).isTrue();
            }
            LaunchEnvironment forged = new LaunchEnvironment(TRANSPORT, 0, 1, "127.0.0.1", port, JobToken.fresh(), 1);
            try (StoreClient other = new StoreClient(forged, "a")) {
                assertThatThrownBy(() -> other.get("where")).isInstanceOf(CommException.class);
            }
            assertThat(server.missing()).containsExactly(0);
        }
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() == -1;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void shouldSendAnIdleStrangerAway() throws IOException {
        try (StoreServer server = new StoreServer(TRANSPORT, List.of("a"), "127.0.0.1", 50);
                Socket idle = connect(InetAddress.getLoopbackAddress(), environment(server, 0).storePort())) {
            assertThat(idle.getInputStream().readNBytes(JobToken.NONCE_BYTES)).hasSize(JobToken.NONCE_BYTES);
            assertThat(isClosed(idle)).isTrue();
        }
    }

    @Test
    void shouldServeRanksAmongIdleStrangers() throws IOException {
        List<Socket> idle = new ArrayList<>();
        try (StoreServer server = new StoreServer(TRANSPORT, List.of("a"), "127.0.0.1")) {
            for (int i = 0; i < 200; i++) {
                idle.add(connect(InetAddress.getLoopbackAddress(), environment(server, 0).storePort()));
            }
            try (StoreClient rank = client(server, 0)) {
                rank.put("where", new byte[] {1});
                assertThat(rank.get("where")).containsExactly(1);
            }
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    /** Connections cannot be accepted where too many files are open; those that come later can. */
    @Test
    void shouldServeARankThatComesAfterNoFileWasLeft(@TempDir Path folder) throws Exception {
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder("bash", "-c", "ulimit -n 120; exec \"$@\"", "crowded",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", System.getProperty("java.class.path"),
                CrowdedStore.class.getName()).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(said).content().contains("read 7");
        assertThat(ended).isTrue();
    }

    @Test
    void shouldRefuseARankThatComesTwice() {
        try (StoreServer server = new StoreServer(TRANSPORT, List.of("a", "b"), "127.0.0.1"); StoreClient one = client(server, 0)) {
            one.put("where", new byte[1]);
            one.get("where");
            try (StoreClient again = client(server, 0)) {
                assertThatThrownBy(() -> again.get("where")).hasMessageContaining("rank=0").hasMessageContaining("twice");
            }
        }
    }

    @Test
    @SuppressWarnings("try") // what its close does is the question
    void shouldNameTheRanksThatNeverCameToThoseThatDid() {
        try (StoreServer server = new StoreServer(TRANSPORT, List.of("a", "b", "c"), "127.0.0.1"); StoreClient one = client(server, 0)) {
            CompletableFuture<byte[]> waiting = CompletableFuture.supplyAsync(() -> one.get("where"));
            server.close();
            assertThatThrownBy(waiting::join).hasMessageContaining("1 on b, 2 on c");
        }
    }

    /** A closed port takes connections until the thread that waits for them has noticed. */
    private static void awaitRefusal(LaunchEnvironment environment) {
        boolean open = true;
        while (open) {
            try (Socket socket = new Socket(environment.storeHost(), environment.storePort())) {
                open = socket.isConnected();
            } catch (IOException refused) {
                open = false;
            }
        }
    }

    @Test
    void shouldSayWhenTheLaunchingProcessCannotBeReached() {
        LaunchEnvironment environment;
        try (StoreServer server = new StoreServer(TRANSPORT, List.of("a"), "127.0.0.1")) {
            environment = environment(server, 0);
        }
        awaitRefusal(environment);
        assertThatThrownBy(() -> new StoreClient(environment, "a")).isInstanceOf(CommException.class)
                .hasMessageContaining("rank 0 on a cannot reach the launching process at 127.0.0.1:").hasMessageContaining("refused");
    }

    @Test
    void shouldRefuseAHalfSetEnvironment() {
        LaunchEnvironment whole = new LaunchEnvironment(TRANSPORT, 1, 2, "::1", 99, JobToken.fresh(), 1);
        Map<String, String> environment = new HashMap<>(whole.environment());
        assertThat(LaunchEnvironment.of(environment)).isEqualTo(whole);
        environment.put("HPL_RANK", "2");
        assertThatThrownBy(() -> LaunchEnvironment.of(environment)).isInstanceOf(CommException.class).hasMessageContaining("HPL_RANK=2");
        environment.put("HPL_RANK", "1");
        environment.put("HPL_STORE", "127.0.0.1:99999");
        assertThatThrownBy(() -> LaunchEnvironment.of(environment)).isInstanceOf(CommException.class).hasMessageContaining("port=99999");
        environment.remove("HPL_TOKEN");
        assertThatThrownBy(() -> LaunchEnvironment.of(environment)).hasMessageContaining("HPL_TOKEN is not set")
                .hasMessageContaining("unset HPL_STORE");
    }
}
