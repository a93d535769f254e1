package hplhetero.comm.transport.local;

import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.Requests;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A ring between two threads, and messages that can be told apart: message m of n longs holds m + i at index i. Trials use rings again,
 * wherever their cursors stand. All memory is off-heap, like the memory of a run: with both kinds of segments the compiler dares fewer
 * optimisations.
 */
final class Channel {
    /** The result of a reader to which no message has come. */
    static final int NOTHING = 0;
    /** The result of a reader to which a message has come whole. */
    static final int WHOLE = 1;
    /** The result of a reader to which a message has come torn. */
    static final int TORN = -1;

    /** The fewest longs of a message that is not copied through a slot. */
    static final int LONG = Ring.EAGER_BYTES / 8 + 1;

    /** The number of looks of a waiting thread in one trial: enough that the thread is still looking when the message comes. */
    static final int LOOKS = 1000;

    private static final int TAG = 7;
    private static final Queue<Channel> EMPTY = new ConcurrentLinkedQueue<>();

    final Ring.Writer writer;
    final Ring.Reader reader;
    /** The sender's buffer for a long message. */
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

    /** Returns a channel without messages. */
    static Channel take() {
        Channel one = EMPTY.poll();
        return one == null ? new Channel() : one;
    }

    /** Gives this channel back at the end of a trial, whatever messages it holds. */
    void giveBack() {
        while (reader.hasMessage()) {
            reader.free();
        }
        EMPTY.add(this);
    }

    /** Returns the send of message {@code number} in memory of its own. */
    static ProtocolRequest message(int number, int longs) {
        MemorySegment content = memory(longs);
        fill(content, number);
        return request(content);
    }

    /** Returns the send of the data that is, or will be, in {@code content}. */
    static ProtocolRequest request(MemorySegment content) {
        return Requests.send(content, TAG);
    }

    static void fill(MemorySegment content, int number) {
        for (long i = 0; i < content.byteSize() / 8; i++) {
            content.setAtIndex(ValueLayout.JAVA_LONG, i, number + i);
        }
    }

    /** Puts a send into the ring, with the message's number in place of the communicator's; returns false where there is no room. */
    boolean offer(int number, ProtocolRequest send) {
        return writer.offer(send.buffer(), number, TAG, send.bytes() <= Ring.EAGER_BYTES ? null : send);
    }

    /** Returns whether the reader stands at the envelope of message {@code number}. */
    boolean announces(int number, int longs, ProtocolRequest send) {
        return reader.context() == number && reader.tag() == TAG && reader.bytes() == 8L * longs && reader.send() == send;
    }

    /** Returns whether the reader stands at the short message {@code number}, and all of the message is there. */
    boolean holds(int number, int longs) {
        if (!announces(number, longs, null)) {
            return false;
        }
        MemorySegment.copy(reader.memory(), reader.offset(), copy, 0, reader.bytes());
        return isCopied(number, longs);
    }

    /**
     * Copies a long message as a receiver does, tells the sender that the message is received, and returns whether the message was whole.
     */
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
