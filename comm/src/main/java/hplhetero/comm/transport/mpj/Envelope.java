package hplhetero.comm.transport.mpj;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.transport.mpj.device.MpjBuffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The envelope that every message begins with, little-endian, after MPJ's header. Its layout, with offsets in bytes:
 * <pre>
 *    0  (MPJ's header)
 *    8  kind       int
 *   12  context    int    the communicator
 *   16  tag        int
 *   20  source     int    world rank
 *   24  total      long   bytes of the message
 *   32  message    int    long messages: the sender's number of the message
 *   36  piece      int    long messages: the tag under which MPJ carries the piece
 *   40  offset     long   byte of the message at which the piece begins
 *   48  length     int    bytes of the piece
 *   52  first      the piece's first 8 bytes, in whose place MPJ writes its header
 *   60  data       of a short message
 * </pre>
 */
final class Envelope {
    static final int BYTES = 60;
    /** The kind of a short message, which has its data behind the envelope. */
    static final int SHORT = 1;
    /** The kind of an announcement that the first piece of a long message is under way. */
    static final int LONG = 2;
    /** The kind of an announcement that a further piece of a long message is under way. */
    static final int PIECE = 3;

    private static final ValueLayout.OfInt INT = JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG64 = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int KIND_AT = 8;
    private static final int CONTEXT_AT = 12;
    private static final int TAG_AT = 16;
    private static final int SOURCE_AT = 20;
    private static final int TOTAL_AT = 24;
    private static final int MESSAGE_AT = 32;
    private static final int PIECE_AT = 36;
    private static final int OFFSET_AT = 40;
    private static final int LENGTH_AT = 48;
    private static final int FIRST_AT = 52;

    private Envelope() {
    }

    /** Writes into an envelope what every message has: kind, context, tag, source and bytes of the message. */
    static void address(MemorySegment m, int kind, int source, ProtocolRequest send) {
        m.set(INT, KIND_AT, kind);
        m.set(INT, CONTEXT_AT, send.context());
        m.set(INT, TAG_AT, send.tag());
        m.set(INT, SOURCE_AT, source);
        m.set(LONG64, TOTAL_AT, send.bytes());
    }

    /**
     * Writes into an envelope what an announcement has, after {@link #address}.
     *
     * @param data the piece, of which the first bytes are put into the envelope
     */
    static void announce(MemorySegment m, int message, int piece, long offset, MemorySegment data) {
        m.set(INT, MESSAGE_AT, message);
        m.set(INT, PIECE_AT, piece);
        m.set(LONG64, OFFSET_AT, offset);
        m.set(INT, LENGTH_AT, (int) data.byteSize());
        MemorySegment.copy(data, 0, m, FIRST_AT, MpjBuffer.HEADER_BYTES);
    }

    /** Returns the kind of an envelope: {@link #SHORT}, {@link #LONG} or {@link #PIECE}. */
    static int kind(MemorySegment m) {
        return m.get(INT, KIND_AT);
    }

    /** Returns the number of the message's communicator, from its envelope. */
    static int context(MemorySegment m) {
        return m.get(INT, CONTEXT_AT);
    }

    /** Returns the tag of the message, from its envelope. */
    static int tag(MemorySegment m) {
        return m.get(INT, TAG_AT);
    }

    /** Returns the sender's rank in the world, from a message's envelope. */
    static int source(MemorySegment m) {
        return m.get(INT, SOURCE_AT);
    }

    /** Returns the length of the whole message in bytes, from its envelope. */
    static long total(MemorySegment m) {
        return m.get(LONG64, TOTAL_AT);
    }

    /** Returns the sender's number of a long message, from an envelope. */
    static int message(MemorySegment m) {
        return m.get(INT, MESSAGE_AT);
    }

    /** Returns the tag under which MPJ carries the announced piece, from an envelope. */
    static int piece(MemorySegment m) {
        return m.get(INT, PIECE_AT);
    }

    /** Returns the byte of the long message at which the announced piece begins, from an envelope. */
    static long offset(MemorySegment m) {
        return m.get(LONG64, OFFSET_AT);
    }

    /** Returns the length of the announced piece in bytes, from an envelope. */
    static int length(MemorySegment m) {
        return m.get(INT, LENGTH_AT);
    }

    /** Returns the piece's bytes that MPJ's header took the place of, as they lie in memory. */
    static long first(MemorySegment m) {
        return m.get(JAVA_LONG_UNALIGNED, FIRST_AT);
    }
}
