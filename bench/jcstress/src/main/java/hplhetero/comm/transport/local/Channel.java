package hplhetero.comm.transport.local;

import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.Requests;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A ring between two threads, and messages that can be told apart: message m of n longs holds m + i at i. Rings are used again from
 * trial to trial, wherever their cursors stand. All memory is off-heap as in a run: with both kinds of segments the compiler dares less.
 */
final class Channel {
    /** Nothing has come, or what has come is whole, or not. */
    static final int NOTHING = 0;
    static final int WHOLE = 1;
    static final int TORN = -1;

    /** The fewest that are not copied through a slot. */
    static final int LONG = Ring.EAGER_BYTES / 8 + 1;

    /** Of who waits for the other, in one trial: enough to be looking at the moment when it comes. */
    static final int LOOKS = 1000;

    private static final int TAG = 7;
    private static final Queue<Channel> EMPTY = new ConcurrentLinkedQueue<>();

    final Ring.Writer writer;
    final Ring.Reader reader;
    /** The sender's, of a long message. */
    final MemorySegment buffer = memory(LONG);
    private final MemorySegment copy = memory(LONG);

    private Channel() {
        Ring ring = new Ring(Arena.ofAuto());
        writer = new Ring.Writer(ring);
        reader = new Ring.Reader(ring, 0);
    }

    private static MemorySegment memory(int longs) {
        return Arena.ofAuto().allocate(8L * longs, 64);
    }

    /** One without messages. */
    static Channel take() {
        Channel one = EMPTY.poll();
        return one == null ? new Channel() : one;
    }

    /** Gives it back at the end of a trial, whatever is in it. */
    void giveBack() {
        while (reader.hasMessage()) {
            reader.free();
        }
        EMPTY.add(this);
    }

    /** The send of a message in memory of its own. */
    static ProtocolRequest message(int number, int longs) {
        MemorySegment content = memory(longs);
        fill(content, number);
        return request(content);
    }

    /** The send of what is, or will be, in that memory. */
    static ProtocolRequest request(MemorySegment content) {
        return Requests.send(content, TAG);
    }

    static void fill(MemorySegment content, int number) {
        for (long i = 0; i < content.byteSize() / 8; i++) {
            content.setAtIndex(ValueLayout.JAVA_LONG, i, number + i);
        }
    }

    /** Puts it into the ring, its number in the place of a communicator's; false where there is no room. */
    boolean offer(int number, ProtocolRequest send) {
        return writer.offer(send.buffer(), number, TAG, send.bytes() <= Ring.EAGER_BYTES ? null : send);
    }

    /** Whether the reader stands at that message's envelope. */
    boolean announces(int number, int longs, ProtocolRequest send) {
        return reader.context() == number && reader.tag() == TAG && reader.bytes() == 8L * longs && reader.send() == send;
    }

    /** Whether the reader stands at that short message, and all of it is there. */
    boolean holds(int number, int longs) {
        if (!announces(number, longs, null)) {
            return false;
        }
        MemorySegment.copy(reader.memory(), reader.offset(), copy, 0, reader.bytes());
        return isCopied(number, longs);
    }

    /** Copies a long message as a receiver does, tells the sender so, and says whether it was whole. */
    boolean receives(int number, ProtocolRequest send) {
        MemorySegment.copy(send.buffer(), 0, copy, 0, send.bytes());
        send.finishSend();
        return isCopied(number, LONG);
    }

    private boolean isCopied(int number, int longs) {
        boolean whole = true;
        for (int i = 0; i < longs; i++) {
            whole &= copy.getAtIndex(ValueLayout.JAVA_LONG, i) == number + i;
        }
        return whole;
    }
}
