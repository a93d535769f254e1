package hplhetero.comm.transport.local;

import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.pattern;
import static hplhetero.comm.Ranks.zeros;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.Communicator;
import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import hplhetero.comm.Ranks;
import hplhetero.comm.Request;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class PointToPointTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 7, 8, 4096, Ring.EAGER_BYTES, Ring.EAGER_BYTES + 1, 1 << 20})
    void shouldDeliverMessagesOfAnySize(long bytes) {
        Ranks.run(2, comm -> {
            int other = 1 - comm.rank();
            MemorySegment received = zeros(bytes + 3);
            Request receive = comm.irecv(received, other, 5);
            Request send = comm.isend(pattern(bytes, comm.rank()), other, 5);
            await(receive);
            await(send);
            assertThat(receive.bytes()).isEqualTo(bytes);
            assertThat(receive.peer()).isEqualTo(other);
            assertThat(send.peer()).isEqualTo(other);
            assertPattern(received.asSlice(0, bytes), other, "data");
            assertPatternBeyondIsUntouched(received, bytes);
        });
    }

    private static void assertPatternBeyondIsUntouched(MemorySegment received, long bytes) {
        assertThat(received.asSlice(bytes).mismatch(zeros(3))).isEqualTo(-1);
    }

    @Test
    void shouldKeepTheOrderOfMessagesOfOneTagAcrossEagerAndRendezvous() {
        long[] sizes = {8, 1 << 16, 0, 40_000, 12, Ring.EAGER_BYTES + 1, 16};
        Ranks.run(2, comm -> {
            List<Operation> all = new ArrayList<>();
            List<MemorySegment> received = new ArrayList<>();
            for (int i = 0; i < sizes.length; i++) {
                if (comm.rank() == 0) {
                    all.add(comm.isend(pattern(sizes[i], i), 1, 0));
                } else {
                    received.add(zeros(sizes[i]));
                    all.add(comm.irecv(received.get(i), 0, 0));
                }
            }
            all.forEach(Ranks::await);
            for (int i = 0; i < received.size(); i++) {
                assertPattern(received.get(i), i, "message " + i);
            }
        });
    }

    @Test
    void shouldRefuseOperationsOfAnotherThread() {
        Ranks.run(2, comm -> {
            MemorySegment in = zeros(8);
            Request receive = comm.irecv(in, 1 - comm.rank(), 4);
            for (Runnable operation : List.<Runnable>of(() -> comm.isend(zeros(8), 1 - comm.rank(), 4),
                    () -> comm.irecv(zeros(8), 1 - comm.rank(), 4), receive::poll)) {
                assertThat(thrownByAnotherThread(operation)).isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("belong to thread " + Thread.currentThread().getName() + ", this is thread stranger");
            }
            // a receive that is done refuses nobody: neither rank sends before both have looked
            Request other = comm.irecv(zeros(8), 1 - comm.rank(), 5);
            await(comm.isend(zeros(8), 1 - comm.rank(), 5));
            await(other);
            Request send = comm.isend(pattern(8, comm.rank()), 1 - comm.rank(), 4);
            await(receive);
            await(send);
            assertPattern(in, 1 - comm.rank(), "what its own thread was sent");
        });
    }

    private static Throwable thrownByAnotherThread(Runnable operation) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread stranger = Thread.ofPlatform().name("stranger").uncaughtExceptionHandler((thread, what) -> thrown.set(what))
                .start(operation);
        try {
            stranger.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return thrown.get();
    }

    @Test
    void shouldMatchByTagNotByArrival() {
        Ranks.run(2, comm -> {
            if (comm.rank() == 0) {
                await(comm.isend(pattern(64, 1), 1, 1));
                Request large = comm.isend(pattern(50_000, 2), 1, 2);
                await(comm.isend(pattern(64, 3), 1, 3));
                await(large);
            } else {
                for (int tag = 3; tag >= 1; tag--) {
                    MemorySegment received = zeros(tag == 2 ? 50_000 : 64);
                    await(comm.irecv(received, 0, tag));
                    assertPattern(received, tag, "tag " + tag);
                }
            }
        });
    }

    @Test
    void shouldReceiveFromAnySourceAndTellWhich() {
        Ranks.run(4, comm -> {
            if (comm.rank() != 0) {
                await(comm.isend(pattern(comm.rank() == 2 ? 60_000 : 100, comm.rank()), 0, 9));
                return;
            }
            boolean[] seen = new boolean[4];
            for (int i = 1; i < 4; i++) {
                MemorySegment received = zeros(60_000);
                Request receive = comm.irecv(received, Communicator.ANY_SOURCE, 9);
                await(receive);
                assertThat(seen[receive.peer()]).isFalse();
                seen[receive.peer()] = true;
                assertPattern(received.asSlice(0, receive.bytes()), receive.peer(), "from " + receive.peer());
            }
            assertThat(seen).containsExactly(false, true, true, true);
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 24, 100_000})
    void shouldSendToItself(long bytes) {
        Ranks.run(1, comm -> {
            Request send = comm.isend(pattern(bytes, 4), 0, 0);
            MemorySegment received = zeros(bytes);
            Request receive = comm.irecv(received, 0, 0);
            await(send);
            await(receive);
            assertPattern(received, 4, "to itself");
        });
    }

    @Test
    void shouldHoldManyMessagesThatNobodyAskedForYet() {
        int messages = 500;
        Ranks.run(2, comm -> {
            List<Request> sends = new ArrayList<>();
            for (int i = 0; i < messages; i++) {
                sends.add(comm.isend(pattern(i % 3 == 0 ? 20_000 : 40, i), 1 - comm.rank(), i));
            }
            for (int i = messages - 1; i >= 0; i--) {
                MemorySegment received = zeros(20_000);
                Request receive = comm.irecv(received, 1 - comm.rank(), i);
                await(receive);
                assertPattern(received.asSlice(0, receive.bytes()), i, "message " + i);
            }
            sends.forEach(Ranks::await);
        });
    }

    @Test
    void shouldCompleteManyPostedReceives() {
        int messages = 300;
        Ranks.run(3, comm -> {
            List<Request> requests = new ArrayList<>();
            List<MemorySegment> received = new ArrayList<>();
            for (int i = 0; i < messages; i++) {
                received.add(zeros(16));
                requests.add(comm.irecv(received.get(i), (comm.rank() + 2) % 3, 1));
            }
            for (int i = 0; i < messages; i++) {
                requests.add(comm.isend(pattern(16, i), (comm.rank() + 1) % 3, 1));
            }
            requests.forEach(Ranks::await);
            for (int i = 0; i < messages; i++) {
                assertPattern(received.get(i), i, "message " + i);
            }
        });
    }

    /** The ring wraps thousands of times, is full most of the time, and each side overtakes the other. */
    @Test
    void shouldKeepAFloodInOrder() {
        int messages = 30_000;
        Ranks.run(2, comm -> {
            ArrayDeque<Request> sends = new ArrayDeque<>();
            MemorySegment received = zeros(8);
            MemorySegment numbers = zeros(4L * messages);
            for (int i = 0; i < messages && comm.rank() == 0; i++) {
                numbers.setAtIndex(JAVA_INT, i, i);
                sends.add(comm.isend(numbers.asSlice(4L * i, 4), 1, 0));
            }
            for (int i = 0; i < messages && comm.rank() == 1; i++) {
                Request receive = comm.irecv(received, 0, 0);
                await(receive);
                receive.release();
                assertThat(received.get(JAVA_INT, 0)).isEqualTo(i);
            }
            sends.forEach(Ranks::await);
        });
    }

    @Test
    void shouldKeepCommunicatorsApart() {
        Ranks.run(2, comm -> {
            Communicator duplicate = comm.split(0, 0);
            int other = 1 - comm.rank();
            Request first = comm.isend(pattern(32, 1), other, 7);
            Request second = duplicate.isend(pattern(32, 2), other, 7);
            MemorySegment received = zeros(32);
            await(duplicate.irecv(received, other, 7));
            assertPattern(received, 2, "duplicate");
            await(comm.irecv(received, Communicator.ANY_SOURCE, 7));
            assertPattern(received, 1, "first");
            await(first);
            await(second);
        });
    }

    @Test
    void shouldReuseReleasedRequestsOnly() {
        Ranks.run(1, comm -> {
            Request kept = comm.isend(zeros(8), 0, 0);
            Request receive = comm.irecv(zeros(8), 0, 0);
            await(receive);
            receive.release();
            Request next = comm.isend(zeros(8), 0, 1);
            assertThat(next).isSameAs(receive);
            assertThat(kept.poll()).isEqualTo(Progress.DONE);
            Request early = comm.irecv(zeros(8), 0, 1);
            assertThatThrownBy(early::release).isInstanceOf(IllegalStateException.class);
            await(early);
            await(next);
        });
    }

    @Tag(Ranks.NO_GARBAGE)
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAllocateNothingInASteadyStream(boolean overtaken) {
        long allocated = allocatedBy(20_000, overtaken);
        assertThat(allocated).as("bytes allocated by 20,000 more messages").isLessThan(100_000);
    }

    /** Bytes allocated by messages each of which another one overtakes, so that it comes before its receive, or by messages in order. */
    private static long allocatedBy(int messages, boolean overtaken) {
        long[] bytes = new long[1];
        Ranks.run(1, comm -> {
            MemorySegment out = pattern(64, 0);
            MemorySegment in = zeros(64);
            exchange(comm, out, in, 20_000, overtaken);
            long before = Ranks.allocatedBytes();
            exchange(comm, out, in, messages, overtaken);
            bytes[0] = Ranks.allocatedBytes() - before;
        });
        return bytes[0];
    }

    private static void exchange(Communicator comm, MemorySegment out, MemorySegment in, int messages, boolean overtaken) {
        for (int i = 0; i < messages; i++) {
            Request send = comm.isend(out, 0, 0);
            if (overtaken) {
                finish(comm.isend(out, 0, 1), comm.irecv(in, 0, 1));
            }
            finish(send, comm.irecv(in, 0, 0));
        }
    }

    private static void finish(Request send, Request receive) {
        while (receive.poll() != Progress.DONE || send.poll() != Progress.DONE) {
            Thread.onSpinWait();
        }
        send.release();
        receive.release();
    }

    @Tag(Ranks.ONE_JVM)
    @Test
    void shouldRefuseBuffersThatTheReceiverCannotReach() {
        Ranks.run(2, comm -> {
            assertThatThrownBy(() -> comm.isend(MemorySegment.ofArray(new byte[8]), 1 - comm.rank(), 0))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Java heap");
            assertThatThrownBy(() -> comm.irecv(MemorySegment.ofArray(new byte[8]), 1 - comm.rank(), 0))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Java heap");
            try (Arena confined = Arena.ofConfined()) {
                assertThatThrownBy(() -> comm.isend(confined.allocate(8), 1 - comm.rank(), 0))
                        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("confined");
            }
        });
    }

    @Test
    void shouldRefuseRanksTagsAndColoursOutOfRange() {
        Ranks.run(2, comm -> {
            assertThatThrownBy(() -> comm.isend(zeros(8), 2, 0)).hasMessageContaining("destination=2");
            assertThatThrownBy(() -> comm.irecv(zeros(8), -2, 0)).hasMessageContaining("source=-2");
            assertThatThrownBy(() -> comm.isend(zeros(8), 1, -1)).hasMessageContaining("tag=-1");
            assertThatThrownBy(() -> comm.irecv(zeros(8), 1, -1)).hasMessageContaining("tag=-1");
            int tagLimit = 2 * Communicator.FIRST_RESERVED_TAG;
            assertThatThrownBy(() -> comm.isend(zeros(8), 1, tagLimit)).hasMessageContaining("tag=" + tagLimit);
            assertThatThrownBy(() -> comm.split(-2, 0)).hasMessageContaining("color=-2");
        });
    }

    @Test
    void shouldOrderTheRanksOfASplitByKeyThenRank() {
        Ranks.run(7, comm -> {
            Communicator half = comm.split(comm.rank() % 2, -(comm.rank() / 4));
            int[] even = {4, 6, 0, 2};
            int[] odd = {5, 1, 3};
            int[] expected = comm.rank() % 2 == 0 ? even : odd;
            assertThat(half.size()).isEqualTo(expected.length);
            assertThat(expected[half.rank()]).isEqualTo(comm.rank());
            assertNeighbourIs(half, expected);
        });
    }

    private static void assertNeighbourIs(Communicator group, int[] worldRanks) {
        MemorySegment mine = zeros(4);
        mine.set(JAVA_INT, 0, worldRanks[group.rank()]);
        MemorySegment theirs = zeros(4);
        int next = (group.rank() + 1) % group.size();
        int previous = Math.floorMod(group.rank() - 1, group.size());
        Request receive = group.irecv(theirs, Communicator.ANY_SOURCE, 0);
        await(group.isend(mine, next, 0));
        await(receive);
        assertThat(receive.peer()).isEqualTo(previous);
        assertThat(theirs.get(JAVA_INT, 0)).isEqualTo(worldRanks[previous]);
    }

    @Test
    void shouldGiveNoCommunicatorWithoutColor() {
        Ranks.run(3, comm -> {
            Communicator part = comm.split(comm.rank() == 1 ? Communicator.NO_COLOR : 4, 0);
            if (comm.rank() == 1) {
                assertThat(part).isNull();
            } else {
                assertThat(part.size()).isEqualTo(2);
                assertThat(part.split(part.rank(), 0).size()).isEqualTo(1);
            }
        });
    }
}
