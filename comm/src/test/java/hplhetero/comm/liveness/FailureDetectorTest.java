package hplhetero.comm.liveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.Ranks;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.session.JobToken;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks are threads here, each with a failure detector of its own over real sockets; how processes die: FailureDetectorProcessIT. */
@Timeout(300)
final class FailureDetectorTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(200);
    /** Rank 0 settles on why a run has ended within 2 ms. */
    private static final HeartbeatTiming BRIEF = Timings.every(Duration.ofMillis(20));

    @FunctionalInterface
    private interface Body {
        void run(Communicator world, FailureDetector failureDetector);
    }

    private static void ranks(int ranks, Duration stallTimeout, Consumer<CommException> onFatalFailure, Body body) {
        ranks(ranks, stallTimeout, HeartbeatTiming.USUAL, onFatalFailure, body);
    }

    private static void ranks(int ranks, Duration stallTimeout, HeartbeatTiming timing, Consumer<CommException> onFatalFailure,
            Body body) {
        Ranks.run(ranks, world -> {
            try (FailureDetector failureDetector = join(world, stallTimeout, timing, onFatalFailure)) {
                body.run(world, failureDetector);
            }
        });
    }

    private static FailureDetector join(Communicator world, Duration stallTimeout, HeartbeatTiming timing,
            Consumer<CommException> onFatalFailure) {
        TransportOptions options = new TransportOptions(Map.of(), Map.of(), stall(stallTimeout), onFatalFailure);
        return FailureDetector.join(Bootstrap.over(world), world.activity(), options, timing);
    }

    private static LivenessTimeouts stall(Duration most) {
        return new LivenessTimeouts(Optional.of(most), Optional.empty());
    }

    private static void none(CommException end) {
        throw new AssertionError("no last words expected", end);
    }

    @Test
    void shouldSayNothingWhenRanksEndAtDifferentTimes() {
        for (int last : new int[] {0, 1, 2}) {
            AtomicInteger well = new AtomicInteger();
            whereTwoWaitForTheLast(last, (world, failureDetector) -> {
                failureDetector.requireAlive();
                assertThat(failureDetector.failure()).isEmpty();
                assertThat(failureDetector.notes()).isEmpty();
                well.incrementAndGet();
            }, none -> { });
            assertThat(well.get()).isEqualTo(3);
        }
    }

    @Test
    void shouldLeaveTogether() {
        for (int last : new int[] {0, 2}) {
            AtomicInteger came = new AtomicInteger();
            Queue<Integer> seen = new ConcurrentLinkedQueue<>();
            whereTwoWaitForTheLast(last, (world, failureDetector) -> came.incrementAndGet(), world -> seen.add(came.get()));
            assertThat(seen).containsExactly(3, 3, 3);
        }
    }

    /** Runs three ranks. The {@code last} one comes to {@code end} some heartbeats after the two others have begun to leave. */
    private static void whereTwoWaitForTheLast(int last, Body end, Consumer<Communicator> afterwards) {
        Set<Integer> leaving = ConcurrentHashMap.newKeySet();
        CountDownLatch bothLeave = new CountDownLatch(1);
        Ranks.run(3, world -> {
            FailureDetector failureDetector = join(world, LONG, BRIEF, FailureDetectorTest::none);
            if (world.rank() == last) {
                until(bothLeave);
                pause(3 * BRIEF.interval().toMillis());
            }
            end.run(world, failureDetector);
            failureDetector.close(() -> {
                if (leaving.add(world.rank()) && leaving.size() == 2) {
                    bothLeave.countDown();
                }
            });
            afterwards.accept(world);
        });
    }

    @Test
    void shouldServeOneRank() {
        ranks(1, LONG, FailureDetectorTest::none, (world, failureDetector) -> {
            failureDetector.requireAlive();
            assertThat(failureDetector.abort("no memory", null)).hasMessage("rank 0 on " + world.hostName() + " ended the run: no memory");
            assertThatThrownBy(failureDetector::requireAlive).isInstanceOf(CommException.class);
        });
    }

    @Test
    void shouldTellAllRanksWhenOneAborts() {
        for (int thrower : new int[] {0, 2}) {
            Queue<Boolean> told = new ConcurrentLinkedQueue<>();
            ranks(4, LONG, FailureDetectorTest::none, (world, failureDetector) -> {
                IllegalStateException cause = new IllegalStateException("boom");
                CommException end = world.rank() == thrower ? failureDetector.abort("no memory for A", cause) : untilEnd(failureDetector);
                assertThat(end).hasMessage("rank " + thrower + " on " + world.hostName() + " ended the run: no memory for A");
                assertThat(end.isToldByRank0()).isEqualTo(world.rank() != 0);
                told.add(world.rank() == 0 && thrower == 0 ? end.getCause() == cause : end.getCause() == null);
            });
            assertThat(told).hasSize(4).containsOnly(true);
        }
    }

    /** The answer to a heartbeat shows that rank 0 has heard what came before it. */
    @Test
    void shouldNameTheFirstOfTwoFailures() {
        Ranks.run(1, world -> {
            RunOutcome outcome = new RunOutcome(HeartbeatTiming.USUAL, end -> { });
            HeartbeatServer server = open(world, outcome, 3);
            server.start();
            List<HeartbeatClient.Connection> ranks = IntStream.of(1, 2).mapToObj(rank -> HeartbeatClient.connect(
                    server.bootstrapAddress(), rank, world.hostName(), HeartbeatTiming.USUAL)).toList();
            server.post(() -> server.startMonitoring(Collections.nCopies(3, new HeartbeatServer.Joined(world.hostName(), ""))));
            send(ranks.getFirst(), new Frame(Frame.Kind.FAILED, 0, "first"));
            send(ranks.getFirst(), Frame.of(Frame.Kind.HEARTBEAT));
            assertThat(heard(ranks.getFirst()).kind()).isEqualTo(Frame.Kind.HEARTBEAT_REPLY);
            send(ranks.getLast(), new Frame(Frame.Kind.FAILED, 0, "second"));
            String cause = "rank 1 on " + world.hostName() + " ended the run: first";
            ranks.forEach(rank -> assertThat(heard(rank).text()).isEqualTo(cause));
            outcome.close();
            server.post(server::stop);
            server.join(Duration.ofSeconds(5), () -> { });
            assertThat(outcome.text()).contains(cause);
        });
    }

    private static void send(HeartbeatClient.Connection connection, Frame frame) {
        try {
            connection.channel().write(connection.cipher().sealed(frame));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Frame heard(HeartbeatClient.Connection connection) {
        try {
            connection.channel().socket().setSoTimeout(60_000);
            InputStream in = connection.channel().socket().getInputStream();
            int length = ByteBuffer.wrap(in.readNBytes(FrameCipher.LENGTH_BYTES)).getInt();
            return connection.cipher().opened(ByteBuffer.wrap(in.readNBytes(length)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldSpeakLastWordsWhereARankDoesNotPoll() {
        Queue<CommException> said = new ConcurrentLinkedQueue<>();
        CountDownLatch bothSaid = new CountDownLatch(2);
        ranks(3, LONG, Timings.every(Duration.ofMillis(100), Duration.ofMillis(150)), end -> {
            said.add(end);
            bothSaid.countDown();
        }, (world, failureDetector) -> {
            if (world.rank() == 1) {
                failureDetector.abort("no memory", null);
            } else {
                until(bothSaid);
            }
        });
        assertThat(said).extracting(CommException::isToldByRank0).containsExactlyInAnyOrder(false, true);
        assertThat(said).allMatch(end -> end.getMessage().contains("rank 1 on "));
    }

    @Test
    void shouldReportWhoWaitsForWhatWhenNoRankAdvances() {
        Map<Integer, String> ends = new ConcurrentHashMap<>();
        ranks(3, SHORT, BRIEF, FailureDetectorTest::none, (world, failureDetector) -> {
            world.activity().phase("panel broadcast", 17 + world.rank());
            Throwable end = catchThrowable(() -> {
                while (true) {
                    failureDetector.requireAlive();
                    world.activity().idle(() -> WaitDescription.receive(4_096, 1 - world.rank(), 5));
                    pause(1);
                }
            });
            ends.put(world.rank(), end.getMessage());
        });
        assertThat(ends).hasSize(3).containsValue(ends.get(0));
        assertThat(ends.get(0))
                .containsPattern("^no rank has advanced for 0.2 s, rank [01] on \\S+ waits for rank [01] on \\S+: choose a longer --stall")
                .contains(": panel broadcast 17: waits for a message of bytes=4096 from rank 1 (tag=5)")
                .contains("  rank 1 on ", ": panel broadcast 18: waits for a message of bytes=4096 from rank 0 (tag=5)")
                .contains("  rank 2 on ", ": panel broadcast 19: ");
    }

    /** On a machine so busy that a rank's thread rests for as long as the timeout, the test takes longer ones. */
    @Test
    void shouldLetOneRankComputeWhileOthersWait() {
        assertThat(IntStream.of(600, 1_200, 2_400, 4_800).anyMatch(FailureDetectorTest::letsOneRankCompute)).isTrue();
    }

    /**
     * Returns whether a run goes on while one rank computes for longer than the stall timeout. What that rank has reached comes with its
     * heartbeats, and is seen only then.
     */
    private static boolean letsOneRankCompute(int stallMillis) {
        AtomicInteger done = new AtomicInteger();
        try {
            ranks(3, Duration.ofMillis(stallMillis), BRIEF, FailureDetectorTest::none, (world, failureDetector) -> {
                for (int i = 0; i < 45; i++) {
                    failureDetector.requireAlive();
                    pause(stallMillis / 40);
                    if (world.rank() == 2) {
                        world.activity().advanced();
                    }
                }
                assertThat(failureDetector.failure()).isEmpty();
                done.incrementAndGet();
            });
        } catch (CommException stalled) {
            return false;
        }
        return done.get() == 3;
    }

    @Test
    void shouldNameARankThatCannotConnect() {
        Queue<String> notes = new ConcurrentLinkedQueue<>();
        Ranks.run(3, world -> {
            if (world.rank() == 1) {
                Bootstrap bootstrap = Bootstrap.over(world);
                bootstrap.gather(new String(RankHost.here("far").encoded(), StandardCharsets.UTF_8));
                BootstrapAddress wrong = closed(BootstrapAddress.decoded(bootstrap.broadcast("")));
                HeartbeatClient.Connection connection = HeartbeatClient.connect(wrong, 1, "far", HeartbeatTiming.USUAL);
                assertThat(connection.isMade()).isFalse();
                bootstrap.gather("far\n" + connection.failure());
                return;
            }
            try (FailureDetector failureDetector = join(world, LONG, BRIEF, FailureDetectorTest::none)) {
                notes.addAll(failureDetector.notes());
                pause(2 * BRIEF.interval().toMillis());
                failureDetector.requireAlive();
            }
        });
        assertThat(notes).singleElement().asString().startsWith("rank 1 on far has no heartbeat connection to rank 0 (")
                .contains("127.0.0.1 port 1: ", "allow TCP between the hosts");
    }

    /** One on which nobody listens. */
    private static BootstrapAddress closed(BootstrapAddress bootstrapAddress) {
        return new BootstrapAddress("far", bootstrapAddress.token(), List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)));
    }

    @Test
    void shouldTurnStrangersAwayWithoutHarm() {
        Ranks.run(1, world -> {
            RunOutcome outcome = new RunOutcome(HeartbeatTiming.USUAL, FailureDetectorTest::none);
            HeartbeatServer server = open(world, outcome, 2);
            server.start();
            BootstrapAddress bootstrapAddress = server.bootstrapAddress();
            BootstrapAddress forged = new BootstrapAddress(bootstrapAddress.host(), JobToken.fresh(), bootstrapAddress.ports());
            assertThat(HeartbeatClient.connect(forged, 1, world.hostName(), HeartbeatTiming.USUAL).isMade()).isFalse();
            assertThat(HeartbeatClient.connect(bootstrapAddress, 7, world.hostName(), HeartbeatTiming.USUAL).isMade()).as("no such rank")
                    .isFalse();
            assertThat(afterNonsense(bootstrapAddress.ports().getFirst())).as("closed by the hub").isEqualTo(-1);
            assertThat(HeartbeatClient.connect(bootstrapAddress, 1, world.hostName(), HeartbeatTiming.USUAL).failure()).isEmpty();
            server.post(() -> server.startMonitoring(List.of(new HeartbeatServer.Joined("a", ""), new HeartbeatServer.Joined("b", ""))));
            server.post(server::stop);
            server.join(Duration.ofSeconds(5), () -> { });
            assertThat(outcome.text()).isEmpty();
            assertThat(HeartbeatClient.connect(bootstrapAddress, 1, world.hostName(), HeartbeatTiming.USUAL).isMade()).as("door is closed")
                    .isFalse();
        });
    }

    @Test
    void shouldTellAllRanksWhenAHeartbeatThreadRunsOutOfMemory() {
        for (int victim : new int[] {0, 1}) {
            Ranks.run(1, world -> {
                RunOutcome first = new RunOutcome(HeartbeatTiming.USUAL, FailureDetectorTest::none);
                RunOutcome second = new RunOutcome(HeartbeatTiming.USUAL, FailureDetectorTest::none);
                HeartbeatServer server = open(world, first, 2);
                server.start();
                HeartbeatClient client = join(server, world, second);
                client.start();
                server.post(() -> server.startMonitoring(List.of(new HeartbeatServer.Joined("a", ""),
                        new HeartbeatServer.Joined("b", ""))));
                (victim == 0 ? server : client).post(() -> {
                    throw new OutOfMemoryError("Java heap space");
                });
                for (RunOutcome outcome : List.of(first, second)) {
                    outcome.awaitDecision(Duration.ofSeconds(5));
                    outcome.close();
                    assertThat(outcome.text()).hasValueSatisfying(text -> assertThat(text)
                            .startsWith("rank " + victim + " on " + world.hostName() + " ended the run: out of memory (Java heap space)"));
                }
                List.of(client, server).forEach(loop -> {
                    loop.post(loop::stop);
                    loop.join(Duration.ofSeconds(5), () -> { });
                });
            });
        }
    }

    private static HeartbeatClient join(HeartbeatServer server, Communicator world, RunOutcome outcome) {
        try {
            HeartbeatClient.Connection connection = HeartbeatClient.connect(server.bootstrapAddress(), 1, world.hostName(),
                    HeartbeatTiming.USUAL);
            return new HeartbeatClient(1, world.hostName(), world.hostName(), connection, world.activity(), Duration.ofSeconds(4),
                    HeartbeatTiming.USUAL, outcome);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HeartbeatServer open(Communicator world, RunOutcome outcome, int ranks) {
        try {
            List<RankHost> hosts = Collections.nCopies(ranks, RankHost.here(world.hostName()));
            return new HeartbeatServer(hosts, world.activity(), stall(LONG), HeartbeatTiming.USUAL, outcome);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int afterNonsense(InetSocketAddress port) {
        try (Socket socket = new Socket()) {
            socket.connect(port, 1_000);
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write("GET / HTTP/1.0\r\nHost: a\r\n\r\n".getBytes());
            assertThat(socket.getInputStream().readNBytes(JobToken.NONCE_BYTES)).hasSize(JobToken.NONCE_BYTES);
            return socket.getInputStream().read();
        } catch (IOException e) {
            return e.getMessage().contains("reset") ? -1 : 0;
        }
    }

    private static CommException untilEnd(FailureDetector failureDetector) {
        try {
            while (true) {
                failureDetector.requireAlive();
                pause(1);
            }
        } catch (CommException end) {
            assertThat(failureDetector.failure()).contains(end.getMessage());
            return end;
        }
    }

    private static void until(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
