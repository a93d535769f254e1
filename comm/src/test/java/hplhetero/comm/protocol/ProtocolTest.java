package hplhetero.comm.protocol;

import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.pattern;
import static hplhetero.comm.Ranks.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.comm.liveness.RunState;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the protocol does with what a transport reports: rank 0 of three, over a transport whose messages the test makes. */
final class ProtocolTest {
    private static final int WORLD = 0;
    private static final int TAG = 5;

    /** A message under way to rank 0; a long one is known by its text. */
    private record Arrival(int source, int tag, MemorySegment data, String longOne) {
    }

    private static final class ByHand implements ByteTransfer<String> {
        private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
        private final List<ProtocolRequest> sends = new ArrayList<>();
        private final List<String> fetched = new ArrayList<>();

        @Override
        public void send(ProtocolRequest send) {
            sends.add(send);
        }

        @Override
        public boolean poll(Matching<String> matching) {
            Arrival next = arrivals.poll();
            if (next == null) {
                return false;
            }
            long bytes = next.data.byteSize();
            if (next.longOne == null) {
                matching.deliverShort(WORLD, next.source, next.tag, next.data, 0, bytes);
                return true;
            }
            ProtocolRequest receive = matching.matchLong(WORLD, next.source, next.tag, bytes, next.longOne);
            if (receive != null) {
                fetch(next.longOne, next.source, receive);
            }
            return true;
        }

        @Override
        public void fetch(String message, int source, ProtocolRequest receive) {
            fetched.add(message);
            receive.finishReceive(source, 3_000);
        }

        @Override
        public Stream<String> waits() {
            return Stream.of("waits for a piece");
        }
    }

    private final ByHand transfer = new ByHand();
    private final RunState state = new RunState();
    private final Communicator world = ProtocolCommunicator.world(new ProgressEngine<>(new RankIdentity(0, 3, "node1", new Activity()),
            state,
            transfer, new BackOff(new CoreSharing(1), 1_000, () -> 1_000)));

    private volatile String answer;

    private void comes(int source, int bytes, int seed) {
        transfer.arrivals.add(new Arrival(source, TAG, pattern(bytes, seed), null));
    }

    private void pollUntilEmpty() {
        Request never = world.irecv(zeros(0), 2, TAG + 1);
        while (!transfer.arrivals.isEmpty()) {
            assertThat(never.poll()).isEqualTo(Progress.IDLE);
        }
    }

    @Test
    void shouldGiveTheFirstMessageToTheFirstReceiveThatTakesIt() {
        MemorySegment fromOne = zeros(8);
        MemorySegment fromAny = zeros(8);
        Request one = world.irecv(fromOne, 1, TAG);
        Request any = world.irecv(fromAny, Communicator.ANY_SOURCE, TAG);
        comes(2, 8, 20);
        comes(1, 8, 10);
        pollUntilEmpty();
        assertThat(List.of(one.poll(), any.poll())).containsOnly(Progress.DONE);
        assertThat(List.of(one.peer(), any.peer())).containsExactly(1, 2);
        assertPattern(fromOne, 10, "from 1");
        assertPattern(fromAny, 20, "from any");
    }

    @Test
    void shouldKeepShortMessagesThatNobodyAskedForInTheirOrder() {
        for (int i = 0; i < 40; i++) {
            comes(1, i, i);
        }
        pollUntilEmpty();
        for (int i = 0; i < 40; i++) {
            MemorySegment in = zeros(40);
            Request receive = world.irecv(in, 1, TAG);
            assertThat(receive.poll()).isEqualTo(Progress.DONE);
            assertThat(receive.bytes()).isEqualTo(i);
            assertPattern(in.asSlice(0, i), i, "message " + i);
            receive.release();
        }
    }

    @Test
    void shouldFetchALongMessageWhenItsReceiveIsKnown() {
        transfer.arrivals.add(new Arrival(1, TAG, zeros(3_000), "early"));
        pollUntilEmpty();
        assertThat(transfer.fetched).isEmpty();
        Request receive = world.irecv(zeros(4_000), 1, TAG);
        assertThat(transfer.fetched).containsExactly("early");
        assertThat(receive.poll()).isEqualTo(Progress.DONE);
        assertThat(receive.bytes()).isEqualTo(3_000);
    }

    @Test
    void shouldEndTheRunWhenAMessageIsTooLongWhetherItCameBeforeItsReceiveOrAfter() {
        comes(1, 24, 0);
        pollUntilEmpty();
        assertThatThrownBy(() -> world.irecv(zeros(16), 1, TAG)).isInstanceOf(CommException.class).hasMessage("rank 0 on node1 ended the"
                + " run: a message of bytes=24 from world rank 1 (tag=5) is longer than the receive buffer of bytes=16: give both sides"
                + " the same size");
        assertThat(state.hasFailed()).isTrue();
        assertThatThrownBy(() -> world.isend(zeros(8), 1, TAG)).isInstanceOf(CommException.class).hasMessageContaining("bytes=24");
    }

    @Test
    void shouldLeaveASendToTheTransportUntilItSaysThatItIsDone() {
        Request send = world.isend(zeros(8), 2, TAG);
        assertThat(send.poll()).isEqualTo(Progress.IDLE);
        assertThatThrownBy(send::release).isInstanceOf(IllegalStateException.class).hasMessageContaining("peer=2 tag=5 bytes=8");
        assertThat(transfer.sends).containsExactly((ProtocolRequest) send);
        transfer.sends.getFirst().finishSend();
        assertThat(send.poll()).isEqualTo(Progress.DONE);
        send.release();
        assertThat(world.irecv(zeros(8), 2, TAG)).as("it is used again").isSameAs(send);
    }

    @Test
    void shouldSayFirstWhatItPolls() {
        world.irecv(zeros(16), Communicator.ANY_SOURCE, TAG);
        ProtocolRequest send = (ProtocolRequest) world.isend(zeros(8), 2, TAG);
        Thread asks = new Thread(() -> answer = world.activity().ask(10_000_000_000L));
        asks.start();
        while (asks.isAlive()) {
            send.poll();
        }
        assertThat(answer).endsWith("waits until rank 2 takes a message of bytes=8 (tag=5), waits for a message of bytes=16 from any rank"
                + " (tag=5), waits for a piece");
    }
}
