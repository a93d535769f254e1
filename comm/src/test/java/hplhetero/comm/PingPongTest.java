package hplhetero.comm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.PingPong.Repeats;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class PingPongTest {
    private static final int TAG = 3;
    private static final long TICK_NANOS = 1_000_000;

    /** Rank 0 asks for round trips of one size by a clock of which each look takes a millisecond. */
    private static double[] trips(Repeats repeats) {
        double[][] trips = new double[1][];
        Ranks.run(2, world -> {
            PingPong pingPong = new PingPong(world, 1 - world.rank(), TAG);
            MemorySegment buffer = Ranks.zeros(64);
            if (world.rank() == 0) {
                AtomicLong now = new AtomicLong();
                MemorySegment message = buffer.asSlice(0, 16);
                trips[0] = pingPong.trips(message, message, repeats, () -> now.getAndAdd(TICK_NANOS));
                pingPong.end(buffer);
            } else {
                pingPong.answerUntilEnd(buffer);
            }
        });
        return trips[0];
    }

    @Test
    void shouldTimeEachTripUntilTheTimeIsOver() {
        assertThat(trips(new Repeats(1, 100, 0.0055))).hasSize(6).containsOnly(new double[] {1e-3}, within(1e-12));
        assertThat(trips(new Repeats(1, 4, 0.0055))).as("no more than the most").hasSize(4);
        assertThat(trips(new Repeats(9, 100, 0.0055))).as("no fewer than the least").hasSize(9);
        assertThat(trips(Repeats.exactly(7))).hasSize(7);
    }

    @Test
    void shouldCarryTheAnswersOfTheOtherRank() {
        Ranks.run(2, world -> {
            PingPong pingPong = new PingPong(world, 1 - world.rank(), TAG);
            for (int bytes : new int[] {1, 100_000}) {
                MemorySegment out = Ranks.pattern(bytes, world.rank());
                MemorySegment in = Ranks.zeros(bytes);
                for (int i = 0; i < 4; i++) {
                    exchange(pingPong, world.rank() == 0, i % 2 == 0, out, in.fill((byte) 0));
                    Ranks.assertPattern(in, 1 - world.rank(), "bytes=" + bytes);
                }
            }
        });
    }

    private static void exchange(PingPong pingPong, boolean asks, boolean postedBefore, MemorySegment out, MemorySegment in) {
        if (!asks) {
            pingPong.answer(in, out);
        } else if (postedBefore) {
            pingPong.roundTrip(out, in);
        } else {
            pingPong.sendThenReceive(out, in);
        }
    }

    @Test
    void shouldAnswerAgainAfterAnEndOverTheSameMemory() {
        AtomicInteger measured = new AtomicInteger();
        Ranks.run(2, world -> {
            PingPong pingPong = new PingPong(world, 1 - world.rank(), TAG);
            MemorySegment buffer = Ranks.zeros(8);
            for (int round = 0; round < 2; round++) {
                if (world.rank() == 0) {
                    measured.addAndGet(pingPong.trips(buffer, buffer, Repeats.exactly(3), System::nanoTime).length);
                    pingPong.end(buffer);
                    assertThat(buffer.get(JAVA_BYTE, 0)).isNotZero();
                } else {
                    pingPong.answerUntilEnd(buffer);
                }
            }
        });
        assertThat(measured).hasValue(6);
    }

    @Test
    void shouldLeaveTheWaitingToItsCaller() {
        assertThatThrownBy(() -> Ranks.run(2, world -> {
            if (world.rank() == 0) {
                new PingPong(world, 1, TAG, (message, peer, bytes) -> {
                    throw new CommException("rank " + peer + " is silent, bytes=" + bytes);
                }).answer(Ranks.zeros(24), Ranks.zeros(24));
            }
        })).isInstanceOf(CommException.class).hasMessageContaining("rank 1 is silent, bytes=24");
    }
}
