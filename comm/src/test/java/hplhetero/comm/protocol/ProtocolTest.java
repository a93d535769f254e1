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
    private static final String SENDS = "waits until rank 2 takes a message of bytes=8 (tag=5)";
    private static final String TOO_LONG = "rank 0 on node1 ended the run: a message of bytes=24 from world rank 1 (tag=5) is longer than "
            + "the receive buffer of bytes=16: give both sides the same size";
    private static final String RECEIVES = "waits for a message of bytes=16 from any rank (tag=5)";

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
            return Stream.of("waits for a piece", SENDS);
        }
    }

    private final ByHand transfer = new ByHand();
    private final RunState state = new RunState();
    private int sleeps;
    /** The back-off of a rank that never computes between two polls. */
    private final BackOff backOff = new BackOff(new CoreSharing(1), Long.MAX_VALUE, () -> {
        sleeps++;
        return 0;
    });
    private final Communicator world = ProtocolCommunicator.world(new ProgressEngine<>(new RankIdentity(0, 3, "node1", new Activity()),
            state, transfer, backOff));

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
    void shouldFindTheReceiveOfAMessageAmongMany() {
        List<MemorySegment> in = new ArrayList<>();
        List<Request> receives = new ArrayList<>();
        for (int tag = 10; tag < 50; tag++) {
            in.add(zeros(8));
            receives.add(world.irecv(in.getLast(), 1, tag));
        }
        for (int tag = 49; tag >= 10; tag--) {
            transfer.arrivals.add(new Arrival(1, tag, pattern(8, tag), null));
        }
        pollUntilEmpty();
        for (int i = 0; i < 40; i++) {
            assertThat(receives.get(i).poll()).isEqualTo(Progress.DONE);
            assertPattern(in.get(i), 10 + i, "tag " + (10 + i));
        }
        receives.forEach(Request::release);
        assertThat(receives).as("they are used again").contains(world.irecv(zeros(8), 1, TAG), world.irecv(zeros(8), 1, TAG));
    }

    /** The second time, the memory of the first messages is used again, for longer and for shorter ones. */
    @Test
    void shouldKeepShortMessagesThatNobodyAskedForInTheirOrder() {
        keepShortMessages(0, 60);
        keepShortMessages(2_400, -60);
    }

    private void keepShortMessages(int firstBytes, int step) {
        for (int i = 0; i < 40; i++) {
            comes(1, firstBytes + i * step, i);
        }
        pollUntilEmpty();
        for (int i = 0; i < 40; i++) {
            int bytes = firstBytes + i * step;
            MemorySegment in = zeros(2_400);
            Request receive = world.irecv(in, 1, TAG);
            assertThat(receive.poll()).isEqualTo(Progress.DONE);
            assertThat(receive.bytes()).isEqualTo(bytes);
            assertPattern(in.asSlice(0, bytes), i, "message " + i);
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
    void shouldEndTheRunWhenAMessageCameThatIsTooLongForItsReceive() {
        comes(1, 24, 0);
        pollUntilEmpty();
        assertThatThrownBy(() -> world.irecv(zeros(16), 1, TAG)).isInstanceOf(CommException.class).hasMessage(TOO_LONG);
        assertThat(state.hasFailed()).isTrue();
        assertThatThrownBy(() -> world.isend(zeros(8), 1, TAG)).isInstanceOf(CommException.class).hasMessageContaining("bytes=24");
    }

    @Test
    void shouldEndTheRunWhenAMessageComesThatIsTooLongForItsReceive() {
        Request receive = world.irecv(zeros(16), 1, TAG);
        comes(1, 24, 0);
        assertThatThrownBy(receive::poll).isInstanceOf(CommException.class).hasMessage(TOO_LONG);
        assertThatThrownBy(receive::poll).as("the run is over").isInstanceOf(CommException.class).hasMessage(TOO_LONG);
    }

    @Test
    void shouldEndTheRunWhenARankAborts() {
        Request receive = world.irecv(zeros(16), 1, TAG);
        world.abort("no room", null);
        assertThatThrownBy(receive::poll).isInstanceOf(CommException.class).hasMessage("rank 0 on node1 ended the run: no room");
        assertThatThrownBy(() -> world.irecv(zeros(16), 1, TAG)).isInstanceOf(CommException.class).hasMessageContaining("no room");
        assertThat(world.hostName()).isEqualTo("node1");
    }

    @Test
    void shouldCountAsAnAdvanceWhatMovesAMessage() {
        Request receive = world.irecv(zeros(8), 1, TAG);
        long before = world.activity().ticks();
        assertThat(receive.poll()).isEqualTo(Progress.IDLE);
        assertThat(world.activity().ticks()).as("nothing came").isEqualTo(before);
        comes(1, 8, 0);
        comes(1, 8, 0);
        assertThat(receive.poll()).as("the poll that finds the message").isEqualTo(Progress.DONE);
        assertThat(world.activity().ticks()).isEqualTo(before + 1);
        pollUntilEmpty();
        assertThat(world.activity().ticks()).isEqualTo(before + 2);
        world.irecv(zeros(8), 1, TAG);
        assertThat(world.activity().ticks()).as("a receive whose message was there").isEqualTo(before + 3);
        world.irecv(zeros(8), 1, TAG);
        assertThat(world.activity().ticks()).as("a receive without a message").isEqualTo(before + 3);
    }

    @Test
    void shouldSleepAfterIdlePollsInARowOnceCoresAreShared() {
        Request receive = world.irecv(zeros(8), 1, TAG);
        idle(receive, 100);
        assertThat(sleeps).isZero();
        world.shareCores();
        idle(receive, 12);
        comes(2, 8, 0);
        idle(receive, 20);
        assertThat(sleeps).as("a message came in between").isZero();
        idle(receive, 20);
        assertThat(sleeps).isPositive();
    }

    private static void idle(Request receive, int polls) {
        for (int i = 0; i < polls; i++) {
            assertThat(receive.poll()).isEqualTo(Progress.IDLE);
        }
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
        assertThatThrownBy(send::release).as("released twice").isInstanceOf(IllegalStateException.class);
        assertThat(world.irecv(zeros(8), 2, TAG)).as("it is used again").isSameAs(send);
    }

    @Test
    void shouldSayFirstWhatItPollsAndNothingTwice() {
        Request receive = world.irecv(zeros(16), Communicator.ANY_SOURCE, TAG);
        Request send = world.isend(zeros(8), 2, TAG);
        assertThat(saidWhilePolling(send)).endsWith(": " + SENDS + ", " + RECEIVES + ", waits for a piece");
        assertThat(saidWhilePolling(receive)).endsWith(": " + RECEIVES + ", waits for a piece, " + SENDS);
    }

    private String saidWhilePolling(Request request) {
        Thread asks = new Thread(() -> answer = world.activity().ask(10_000_000_000L));
        asks.start();
        while (asks.isAlive()) {
            request.poll();
        }
        return answer;
    }
}
