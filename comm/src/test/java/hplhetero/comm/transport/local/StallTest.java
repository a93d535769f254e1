package hplhetero.comm.transport.local;

import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import hplhetero.comm.Collectives;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.Operation;
import hplhetero.comm.Request;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.comm.liveness.ThreadRunGuard;
import hplhetero.comm.liveness.Watchdog;
import hplhetero.comm.transport.HostName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class StallTest {
    private static void run(int ranks, Duration stallTimeout, ThreadRunGuard.Clock clock, Consumer<CommException> onFatalFailure,
            Consumer<Communicator> rankMain) {
        TransportOptions options = new TransportOptions(Map.of(), Map.of(),
                new LivenessTimeouts(Optional.of(stallTimeout), Optional.empty()), onFatalFailure);
        new LocalTransport(options, clock).run(ranks, world -> {
            rankMain.accept(world);
            return 0;
        });
    }

    @Test
    void shouldTellWhoWaitsForWhatWhenNothingMoves() {
        CountDownLatch ready = new CountDownLatch(3);
        Throwable end = catchThrowable(() -> run(3, Looks.TIMEOUT, onceReady(ready), none -> { }, world -> {
            Operation operation = switch (world.rank()) {
                case 0 -> {
                    world.activity().phase("panel broadcast", 17);
                    yield world.irecv(zeros(64), 1, 5);
                }
                case 1 -> {
                    world.activity().phase("row swap", 16);
                    world.irecv(zeros(8), Communicator.ANY_SOURCE, 3);
                    yield world.isend(zeros(100_000), 2, 4);
                }
                default -> {
                    world.activity().phase("end", -1);
                    Collectives.Barrier barrier = CollectiveAlgorithms.of(world).barrier(9);
                    barrier.start();
                    yield barrier;
                }
            };
            ready.countDown();
            await(operation);
        }));
        String host = HostName.local();
        assertThat(end).isInstanceOf(CommException.class);
        assertThat(end.getMessage().lines()).containsExactly(
                "no rank has advanced for 0.8 s, rank 1 on " + host + " waits for rank 2 on " + host
                        + ": choose a longer --stall-timeout SECONDS if the machine is only slow",
                "  rank 0 on " + host + ": panel broadcast 17: waits for a message of bytes=64 from rank 1 (tag=5)",
                "  rank 1 on " + host + ": row swap 16: waits until rank 2 takes a message of bytes=100000 (tag=4),"
                        + " waits for a message of bytes=8 from any rank (tag=3)",
                "  rank 2 on " + host + ": end: waits for a message of bytes=0 from rank 1 (tag=9 of a collective)");
    }

    /** Returns a clock in which time passes only while the guard sleeps, and its sleeps take no time once all ranks are ready. */
    private static ThreadRunGuard.Clock onceReady(CountDownLatch ready) {
        AtomicLong nanos = new AtomicLong();
        return new ThreadRunGuard.Clock() {
            @Override
            public long nanoTime() {
                return nanos.get();
            }

            @Override
            public void sleep(long length) throws InterruptedException {
                ready.await();
                nanos.addAndGet(length);
            }
        };
    }

    /** A clock in which time passes only when a rank says so, by as much as the guard sleeps between two looks. */
    private static final class Looks implements ThreadRunGuard.Clock {
        /** The stall timeout, of which a quarter passes with each look. */
        static final Duration TIMEOUT = Duration.ofMillis(800);

        private final Semaphore granted = new Semaphore(0);
        private final AtomicLong nanos = new AtomicLong();
        private final Phaser asleep = new Phaser(2);

        @Override
        public long nanoTime() {
            return nanos.get();
        }

        @Override
        public void sleep(long length) throws InterruptedException {
            asleep.arrive();
            granted.acquire();
        }

        /** Ends so many sleeps of the guard; the look after the last of them may still be under way. */
        void pass(int looks) {
            for (int i = 0; i < looks; i++) {
                asleep.arriveAndAwaitAdvance();
                nanos.addAndGet(TIMEOUT.toNanos() / 4);
                granted.release();
            }
        }
    }

    private static void run(int ranks, Looks clock, Consumer<Communicator> rankMain) {
        run(ranks, Looks.TIMEOUT, clock, none -> { }, rankMain);
    }

    @Test
    void shouldLetARankComputeWhileTheOthersWait() {
        Looks clock = new Looks();
        run(3, clock, world -> {
            for (int task = 0; world.rank() == 1 && task < 22; task++) {
                clock.pass(2);
                world.activity().advanced();
            }
            awaitAll(world);
        });
        assertThat(clock.nanoTime()).isEqualTo(11 * Looks.TIMEOUT.toNanos());
    }

    @Test
    void shouldNotLetARankComputeForLongerThanTheTimeout() {
        Looks clock = new Looks();
        assertThatThrownBy(() -> run(3, clock, world -> {
            Request request = world.irecv(zeros(8), 0, 1);
            while (world.rank() == 1) {
                clock.pass(1);
                request.poll();
            }
            await(request);
        })).isInstanceOf(CommException.class).hasMessageContaining("no rank has advanced for 0.8 s");
        assertThat(clock.nanoTime()).isGreaterThanOrEqualTo(Looks.TIMEOUT.toNanos());
    }

    @Test
    void shouldLetMessagesCountAsAdvance() {
        Looks clock = new Looks();
        run(2, clock, world -> {
            for (int i = 0; i < 10; i++) {
                clock.pass(2 * world.rank());
                awaitAll(world);
            }
        });
        assertThat(clock.nanoTime()).isEqualTo(5 * Looks.TIMEOUT.toNanos());
    }

    private static void awaitAll(Communicator world) {
        Collectives.Barrier barrier = CollectiveAlgorithms.of(world).barrier(0);
        barrier.start();
        await(barrier);
    }

    /** A clock that knows how ranks get their grace after a failure. */
    private static final class Grace implements ThreadRunGuard.Clock {
        /** Counted down when the guard begins to wait for the ranks to come back. */
        final CountDownLatch begun = new CountDownLatch(1);
        /** Counted down when the grace is over. */
        final CountDownLatch over = new CountDownLatch(1);
        /** Whether the ranks came back before. */
        volatile boolean ended;

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            if (nanos != Watchdog.GRACE.toNanos()) {
                Thread.sleep(1);
                return;
            }
            begun.countDown();
            try {
                over.await();
            } catch (InterruptedException back) {
                ended = true;
                throw back;
            }
        }
    }

    @Test
    void shouldSpeakLastWordsWhenARankDoesNotComeBack() {
        BlockingQueue<CommException> said = new LinkedBlockingQueue<>();
        CountDownLatch back = new CountDownLatch(1);
        Grace clock = new Grace();
        assertThatThrownBy(() -> run(2, Looks.TIMEOUT, clock, end -> {
            said.add(end);
            back.countDown();
        }, world -> {
            if (world.rank() == 0) {
                throw new IllegalStateException("no memory");
            }
            until(clock.begun);
            assertThat(said).as("within the grace").isEmpty();
            clock.over.countDown();
            until(back);
        })).isInstanceOf(CommException.class).hasMessageContaining("no memory");
        assertThat(said).singleElement().extracting(Throwable::getMessage).asString()
                .contains("rank 0 on ", "ended the run", "no memory");
    }

    @Test
    void shouldSpeakNoLastWordsWhenAllRanksComeBack() {
        BlockingQueue<CommException> said = new LinkedBlockingQueue<>();
        Grace clock = new Grace();
        assertThatThrownBy(() -> run(2, Looks.TIMEOUT, clock, said::add, world -> {
            if (world.rank() == 0) {
                throw new IllegalStateException("no memory");
            }
            until(clock.begun);
            await(world.irecv(zeros(8), 0, 0));
        })).isInstanceOf(CommException.class);
        assertThat(clock.ended).as("the guard has ended within the grace").isTrue();
        assertThat(said).isEmpty();
    }

    private static void until(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
