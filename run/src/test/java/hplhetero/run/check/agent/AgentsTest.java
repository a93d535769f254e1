package hplhetero.run.check.agent;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.check.agent.Attempt.Outcome;
import hplhetero.run.check.facts.HostFacts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents as processes of this machine, and what they meet on their way to each other. */
final class AgentsTest {
    private final ConcurrentLinkedQueue<Process> started = new ConcurrentLinkedQueue<>();

    /** A login script prints something first; some hosts cannot be reached. */
    private Process start(String host, List<String> arguments) throws IOException {
        List<String> command = switch (host) {
            case "no-route" -> List.of("bash", "-c", "echo 'ssh: connect to host no-route port 22: No route to host' >&2; exit 255");
            case "no-shell" -> throw new IOException("no such shell");
            default -> {
                String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
                List<String> words = new ArrayList<>(List.of("bash", "-c", "echo Welcome; \"$0\" \"$@\"", java, "-XX:TieredStopAtLevel=1", "-cp",
                        System.getProperty("java.class.path"), "hplhetero.run.Main"));
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
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(process.descendants()).isEmpty();
        }
    }

    @Test
    void shouldLookAtHostsAndMeasureBetweenThem() {
        try (AgentCrew agents = AgentCrew.start(List.of("localhost", "no-route", "127.0.0.1", "no-shell"), this::start, List.of())) {
            Map<String, AgentCrew.Look> looks = agents.look(false);
            assertThat(agents.lost()).containsOnlyKeys("no-route", "no-shell")
                    .containsEntry("no-route", new Lost("ssh: connect to host no-route port 22: No route to host", "")).containsEntry("no-shell", new Lost("no such shell", ""));
            assertThat(looks).containsOnlyKeys("localhost", "127.0.0.1");
            assertThat(looks.get("localhost").clockAheadSeconds()).isBetween(-0.5, 0.5);
            Map<String, HostFacts> facts = looks.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().facts()));
            assertThat(facts.get("localhost")).returns(facts.get("127.0.0.1").bootId(), HostFacts::bootId);
            List<Reach> reaches = agents.reach(facts);
            assertThat(reaches).hasSize(2).allSatisfy(reach -> assertThat(reach.best().orElseThrow().byName()).isTrue());
            assertThat(reaches).allSatisfy(reach -> assertThat(reach.attempts()).filteredOn(Attempt::byName)
                    .allSatisfy(attempt -> assertThat(attempt.interfaceName()).isEqualTo("lo")));
            List<PairTiming> timings = agents.measure(reaches);
            assertThat(timings).hasSize(1);
            assertThat(timings.getFirst().measured()).isTrue();
            assertThat(timings.getFirst().latencySeconds()).isBetween(1e-7, 1.0);
            assertThat(timings.getFirst().bytesPerSecond()).isGreaterThan(1e6);
        }
    }

    @Test
    void shouldLoseAnAgentThatDies() {
        try (AgentCrew agents = AgentCrew.start(List.of("localhost"), this::start, List.of())) {
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
        int closed;
        try (ServerSocket gone = new ServerSocket(0)) {
            closed = gone.getLocalPort();
        }
        try (PeerServer peer = new PeerServer(); ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket first = new Socket(full.getInetAddress(), full.getLocalPort()); Socket second = new Socket(full.getInetAddress(), full.getLocalPort())) {
            assertThat(first.isConnected() && second.isConnected()).isTrue();
            List<List<Attempt>> attempts = Caller.tryAll(List.of(
                    new Peer("localhost", peer.identity(), List.of(), peer.port()),
                    new Peer("localhost", UUID.randomUUID().toString(), List.of(), peer.port()),
                    new Peer("127.0.0.1", peer.identity(), List.of(), closed),
                    new Peer("no.such.host.invalid", peer.identity(), List.of("127.0.0.1"), peer.port()),
                    new Peer("127.0.0.1", peer.identity(), List.of(), full.getLocalPort())), 700);
            assertThat(attempts.get(0)).extracting(Attempt::outcome).contains(Outcome.REACHED);
            assertThat(attempts.get(1)).extracting(Attempt::outcome).containsOnly(Outcome.STRANGER);
            assertThat(attempts.get(2)).extracting(Attempt::outcome).containsExactly(Outcome.REFUSED);
            assertThat(attempts.get(3)).extracting(Attempt::outcome).containsExactly(Outcome.UNKNOWN_NAME, Outcome.REACHED);
            assertThat(attempts.get(4)).extracting(Attempt::outcome).containsExactly(Outcome.TIMED_OUT);
            assertThat(attempts.get(4).getFirst()).returns("lo", Attempt::interfaceName).returns(full.getLocalPort(), Attempt::port);
        }
    }

    @Test
    void shouldMeasureWithAPeer() throws Exception {
        try (PeerServer peer = new PeerServer()) {
            Answer.Measured measured = Caller.measure(new Peer("x", peer.identity(), List.of(), peer.port()), InetAddress.getLoopbackAddress());
            assertThat(measured.smallSeconds()).isBetween(1e-7, 1.0);
            assertThat(measured.bytesPerSecond()).isGreaterThan(1e6);
        }
    }
}
