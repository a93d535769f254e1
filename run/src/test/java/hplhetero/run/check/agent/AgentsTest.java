package hplhetero.run.check.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.run.check.agent.ConnectAttempt.Outcome;
import hplhetero.run.facts.HostFacts;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Slow;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents as processes of this machine, and what they meet on their way to each other. */
@Slow
final class AgentsTest {
    private final ConcurrentLinkedQueue<Process> started = new ConcurrentLinkedQueue<>();

    /** A login script prints something first; some hosts cannot be reached. */
    private Process start(String host, List<String> arguments) throws IOException {
        List<String> command = switch (host) {
            case "no-route" -> List.of("bash", "-c", "echo 'ssh: connect to host no-route port 22: No route to host' >&2; exit 255");
            case "no-shell" -> throw new IOException("no such shell");
            default -> {
                String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
                List<String> words = new ArrayList<>(List.of("bash", "-c", "echo Welcome; \"$0\" \"$@\"", java, "-XX:TieredStopAtLevel=1",
                        "-Dhpl.test.load.millis=50", "-cp", System.getProperty("java.class.path"), "hplhetero.run.Main"));
                words.addAll(arguments);
                yield words;
            }
        };
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }

    @AfterEach
    void nothingStays() throws InterruptedException {
        for (Process process : started) {
            assertThat(process.waitFor((long) BusyMachine.seconds(60), TimeUnit.SECONDS)).isTrue();
            assertThat(process.descendants()).isEmpty();
        }
    }

    @Test
    void shouldLookAtHostsAndMeasureBetweenThem() throws IOException {
        Duration patience = Duration.ofSeconds((long) BusyMachine.seconds(60));
        try (Agents agents = Agents.start(List.of("localhost", "no-route", "127.0.0.1", "no-shell"), this::start, List.of(), patience)) {
            Map<String, Agents.Look> looks = agents.look(false);
            assertThat(agents.lost()).containsOnlyKeys("no-route", "no-shell")
                    .containsEntry("no-route", new LostHost("ssh: connect to host no-route port 22: No route to host", ""))
                    .containsEntry("no-shell", new LostHost("no such shell", ""));
            assertThat(looks).containsOnlyKeys("localhost", "127.0.0.1");
            assertThat(looks.get("localhost").clockAheadSeconds()).isBetween(-5.0, 5.0);
            Map<String, HostFacts> facts = looks.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().facts()));
            assertThat(facts.get("localhost")).returns(facts.get("127.0.0.1").bootId(), HostFacts::bootId);
            List<Reachability> reaches = agents.reach(facts);
            assertThat(reaches).hasSize(2).allSatisfy(reach -> assertThat(reach.best().orElseThrow().byName()).isTrue());
            assertThat(reaches).allSatisfy(reach -> assertThat(reach.attempts()).filteredOn(ConnectAttempt::byName)
                    .allSatisfy(attempt -> assertThat(attempt.interfaceName()).isEqualTo("lo")));
            List<PairTiming> timings = agents.measure(reaches);
            assertThat(timings).hasSize(1);
            assertThat(timings.getFirst().measured()).isTrue();
            // no loopback takes less, and agents give up where messages take longer
            assertThat(timings.getFirst().latencySeconds()).isBetween(1e-7, 1.0);
            assertThat(timings.getFirst().bytesPerSecond()).isBetween(1e4, 1e12);
        }
    }

    @Test
    void shouldLoseAnAgentThatDies() {
        try (Agents agents = Agents.start(List.of("localhost"), this::start, List.of())) {
            started.forEach(process -> {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            });
            assertThat(agents.look(false)).isEmpty();
            assertThat(agents.lost()).containsOnlyKeys("localhost");
        }
    }

    @Test
    void shouldTellOutcomesApart() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (PeerServer peer = new PeerServer(); Socket closed = new Socket(); ServerSocket full = new ServerSocket(0, 1, here);
                Socket first = new Socket(here, full.getLocalPort()); Socket second = new Socket(here, full.getLocalPort())) {
            assertThat(first.isConnected() && second.isConnected()).isTrue();
            // nobody listens at this port, and nobody else gets it
            closed.bind(new InetSocketAddress(here, 0));
            List<List<ConnectAttempt>> attempts = PeerProbe.tryAll(List.of(
                    new Peer("localhost", peer.identity(), List.of(), peer.port()),
                    new Peer("localhost", UUID.randomUUID().toString(), List.of(), peer.port()),
                    new Peer("127.0.0.1", peer.identity(), List.of(), closed.getLocalPort()),
                    new Peer("no.such.host.invalid", peer.identity(), List.of("127.0.0.1"), peer.port())), 30_000);
            assertThat(attempts.get(0)).extracting(ConnectAttempt::outcome).contains(Outcome.REACHED);
            assertThat(attempts.get(1)).extracting(ConnectAttempt::outcome).containsOnly(Outcome.STRANGER);
            assertThat(attempts.get(2)).extracting(ConnectAttempt::outcome).containsExactly(Outcome.REFUSED);
            assertThat(attempts.get(3)).extracting(ConnectAttempt::outcome).containsExactly(Outcome.UNKNOWN_NAME, Outcome.REACHED);
            List<ConnectAttempt> late = PeerProbe.tryAll(List.of(
                    new Peer("127.0.0.1", peer.identity(), List.of(), full.getLocalPort())), 700).getFirst();
            assertThat(late).extracting(ConnectAttempt::outcome).containsExactly(Outcome.TIMED_OUT);
            assertThat(late.getFirst()).returns("lo", ConnectAttempt::interfaceName).returns(full.getLocalPort(), ConnectAttempt::port);
        }
    }

    /** A clock that is {@code step} further each time it is asked. */
    private static LongSupplier ticking(Duration step) {
        AtomicLong nanos = new AtomicLong();
        return () -> nanos.addAndGet(step.toNanos());
    }

    @Test
    void shouldMeasureWithAPeer() throws Exception {
        try (PeerServer server = new PeerServer()) {
            Peer peer = new Peer("x", server.identity(), List.of(), server.port());
            AgentResponse.Measured measured = PeerProbe.measure(peer, InetAddress.getLoopbackAddress(), ticking(Duration.ofMillis(1)));
            assertThat(measured.smallSeconds()).as("half a round trip").isCloseTo(0.5e-3, within(1e-12));
            assertThat(measured.bytesPerSecond()).as("16 messages").isCloseTo(16.0 * PeerServer.LARGE_BYTES / 17e-3, within(1.0));
            AgentResponse.Measured slow = PeerProbe.measure(peer, InetAddress.getLoopbackAddress(), ticking(Duration.ofMillis(100)));
            assertThat(slow.bytesPerSecond()).as("two messages over a slow link")
                    .isCloseTo(2.0 * PeerServer.LARGE_BYTES / 0.3, within(1.0));
        }
    }
}
