package hplhetero.comm.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Ranks;
import hplhetero.comm.TransportOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks are threads here, each with a lifeline of its own over real sockets; how processes die: LifelineProcessTest. */
@Timeout(20)
final class LifelineTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(500);

    @FunctionalInterface
    private interface Body {
        void run(Communicator world, Lifeline lifeline);
    }

    private static void ranks(int ranks, Duration stallTimeout, Consumer<CommException> lastWords, Body body) {
        TransportOptions options = new TransportOptions(Map.of(), Optional.empty(), Optional.empty(), stallTimeout, lastWords);
        Ranks.run(ranks, world -> {
            try (Lifeline lifeline = Lifeline.join(world, options)) {
                body.run(world, lifeline);
            }
        });
    }

    private static void none(CommException end) {
        throw new AssertionError("no last words expected", end);
    }

    @Test
    void shouldSayNothingWhenRanksEndAtDifferentTimes() {
        for (int last : new int[] {0, 1, 2}) {
            ranks(3, LONG, LifelineTest::none, (world, lifeline) -> {
                pause(world.rank() == last ? 300 : 0);
                lifeline.requireAlive();
                assertThat(lifeline.failure()).isEmpty();
                assertThat(lifeline.notes()).isEmpty();
            });
        }
    }

    @Test
    void shouldLeaveTogether() {
        for (int last : new int[] {0, 2}) {
            AtomicInteger came = new AtomicInteger();
            Queue<Integer> seen = new ConcurrentLinkedQueue<>();
            TransportOptions options = new TransportOptions(Map.of(), Optional.empty(), Optional.empty(), LONG, LifelineTest::none);
            Ranks.run(3, world -> {
                Lifeline lifeline = Lifeline.join(world, options);
                pause(world.rank() == last ? 300 : 0);
                came.incrementAndGet();
                lifeline.close();
                seen.add(came.get());
            });
            assertThat(seen).containsExactly(3, 3, 3);
        }
    }

    @Test
    void shouldServeOneRank() {
        ranks(1, LONG, LifelineTest::none, (world, lifeline) -> {
            lifeline.requireAlive();
            assertThat(lifeline.abort("no memory", null)).hasMessage("rank 0 on " + world.hostName() + " ended the run: no memory");
            assertThatThrownBy(lifeline::requireAlive).isInstanceOf(CommException.class);
        });
    }

    @Test
    void shouldTellAllRanksWhenOneAborts() {
        for (int thrower : new int[] {0, 2}) {
            Queue<Boolean> told = new ConcurrentLinkedQueue<>();
            ranks(4, LONG, LifelineTest::none, (world, lifeline) -> {
                IllegalStateException cause = new IllegalStateException("boom");
                CommException end = world.rank() == thrower ? lifeline.abort("no memory for A", cause) : untilEnd(lifeline);
                assertThat(end).hasMessage("rank " + thrower + " on " + world.hostName() + " ended the run: no memory for A");
                assertThat(end.isToldByRank0()).isEqualTo(world.rank() != 0);
                told.add(world.rank() == 0 && thrower == 0 ? end.getCause() == cause : end.getCause() == null);
            });
            assertThat(told).hasSize(4).containsOnly(true);
        }
    }

    @Test
    void shouldNameTheFirstOfTwoFailures() {
        Map<Integer, String> ends = new ConcurrentHashMap<>();
        CountDownLatch first = new CountDownLatch(1);
        ranks(3, LONG, LifelineTest::none, (world, lifeline) -> {
            CommException end = switch (world.rank()) {
                case 1 -> {
                    first.countDown();
                    yield lifeline.abort("first", null);
                }
                case 2 -> {
                    until(first);
                    pause(50);
                    yield lifeline.abort("second", null);
                }
                default -> untilEnd(lifeline);
            };
            ends.put(world.rank(), end.getMessage());
        });
        assertThat(ends.values()).hasSize(3).allMatch(text -> text.endsWith("first"));
    }

    @Test
    void shouldSpeakLastWordsWhereARankDoesNotPoll() {
        Queue<CommException> said = new ConcurrentLinkedQueue<>();
        CountDownLatch bothSaid = new CountDownLatch(2);
        ranks(3, LONG, end -> {
            said.add(end);
            bothSaid.countDown();
        }, (world, lifeline) -> {
            if (world.rank() == 1) {
                lifeline.abort("no memory", null);
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
        ranks(3, SHORT, LifelineTest::none, (world, lifeline) -> {
            world.activity().phase("panel broadcast", 17 + world.rank());
            Throwable end = catchThrowable(() -> {
                while (true) {
                    lifeline.requireAlive();
                    world.activity().idle(() -> Waits.receive(4_096, 1 - world.rank(), 5));
                    pause(1);
                }
            });
            ends.put(world.rank(), end.getMessage());
        });
        assertThat(ends).hasSize(3).containsValue(ends.get(0));
        assertThat(ends.get(0)).startsWith("no rank has advanced for 0.5 s: choose a longer --stall-timeout")
                .contains(": panel broadcast 17: waits for a message of bytes=4096 from rank 1 (tag=5)")
                .contains("  rank 1 on ", ": panel broadcast 18: waits for a message of bytes=4096 from rank 0 (tag=5)")
                .contains("  rank 2 on ", ": panel broadcast 19: ");
    }

    /** Ticks come with the heartbeat each second, so a rank that advances is seen only then. */
    @Test
    void shouldLetOneRankComputeWhileOthersWait() {
        ranks(3, Duration.ofMillis(1_500), LifelineTest::none, (world, lifeline) -> {
            for (int i = 0; i < 22; i++) {
                lifeline.requireAlive();
                pause(100);
                if (world.rank() == 2) {
                    world.activity().advanced();
                }
            }
        });
    }

    @Test
    void shouldNameARankThatCannotConnect() {
        Queue<String> notes = new ConcurrentLinkedQueue<>();
        TransportOptions options = TransportOptions.usual(LifelineTest::none);
        Ranks.run(3, world -> {
            if (world.rank() == 1) {
                Meeting meeting = Meeting.over(world);
                Invitation wrong = closed(Invitation.decoded(meeting.broadcast("")));
                Spoke.Connection connection = Spoke.connect(wrong, 1, world.hostName(), Timing.USUAL);
                assertThat(connection.channel()).isNull();
                meeting.gather("far\n" + connection.failure());
                return;
            }
            try (Lifeline lifeline = Lifeline.join(world, options)) {
                notes.addAll(lifeline.notes());
                pause(200);
                lifeline.requireAlive();
            }
        });
        assertThat(notes).singleElement().asString().startsWith("rank 1 on far cannot connect to rank 0 beside the transport (")
                .contains("127.0.0.1 port 1: ", "allow TCP between the hosts");
    }

    /** One on which nobody listens. */
    private static Invitation closed(Invitation invitation) {
        return new Invitation(invitation.host(), 1, invitation.token(), List.of());
    }

    @Test
    void shouldTurnStrangersAwayWithoutHarm() {
        Ranks.run(1, world -> {
            Outcome outcome = new Outcome(Timing.USUAL, LifelineTest::none);
            Hub hub = open(world, outcome);
            hub.start();
            Invitation invitation = hub.invitation();
            Invitation forged = new Invitation(invitation.host(), invitation.port(), "0".repeat(32), List.of());
            assertThat(Spoke.connect(forged, 1, world.hostName(), Timing.USUAL).channel()).isNull();
            assertThat(Spoke.connect(invitation, 7, world.hostName(), Timing.USUAL).channel()).as("no such rank").isNull();
            assertThat(afterNonsense(invitation.port())).as("closed by the hub").isEqualTo(-1);
            assertThat(Spoke.connect(invitation, 1, world.hostName(), Timing.USUAL).failure()).isEmpty();
            hub.post(() -> hub.arm(List.of(new Hub.Joined("a", ""), new Hub.Joined("b", ""))));
            hub.post(hub::stop);
            hub.join(Duration.ofSeconds(5));
            assertThat(outcome.text()).isEmpty();
            assertThat(Spoke.connect(invitation, 1, world.hostName(), Timing.USUAL).channel()).as("door is closed").isNull();
        });
    }

    @Test
    void shouldTellAllRanksWhenALifelineItselfRunsOutOfMemory() {
        for (int victim : new int[] {0, 1}) {
            Ranks.run(1, world -> {
                Outcome first = new Outcome(Timing.USUAL, LifelineTest::none);
                Outcome second = new Outcome(Timing.USUAL, LifelineTest::none);
                Hub hub = open(world, first);
                hub.start();
                Spoke spoke = join(hub, world, second);
                spoke.start();
                hub.post(() -> hub.arm(List.of(new Hub.Joined("a", ""), new Hub.Joined("b", ""))));
                (victim == 0 ? hub : spoke).post(() -> {
                    throw new OutOfMemoryError("Java heap space");
                });
                for (Outcome outcome : List.of(first, second)) {
                    outcome.awaitDecision(Duration.ofSeconds(5));
                    outcome.close();
                    assertThat(outcome.text()).hasValueSatisfying(text -> assertThat(text)
                            .startsWith("rank " + victim + " on " + world.hostName() + " ended the run: out of memory (Java heap space)"));
                }
                List.of(spoke, hub).forEach(loop -> {
                    loop.post(loop::stop);
                    loop.join(Duration.ofSeconds(5));
                });
            });
        }
    }

    private static Spoke join(Hub hub, Communicator world, Outcome outcome) {
        try {
            SocketChannel channel = Spoke.connect(hub.invitation(), 1, world.hostName(), Timing.USUAL).channel();
            return new Spoke(1, world.hostName(), world.hostName(), channel, world.activity(), Timing.USUAL, outcome);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Hub open(Communicator world, Outcome outcome) {
        try {
            return new Hub(2, world.hostName(), world.activity(), LONG, Timing.USUAL, outcome);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int afterNonsense(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes());
            return socket.getInputStream().read();
        } catch (IOException e) {
            return e.getMessage().contains("reset") ? -1 : 0;
        }
    }

    private static CommException untilEnd(Lifeline lifeline) {
        try {
            while (true) {
                lifeline.requireAlive();
                pause(1);
            }
        } catch (CommException end) {
            assertThat(lifeline.failure()).contains(end.getMessage());
            return end;
        }
    }

    private static void until(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
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
