package hplhetero.comm.protocol.remote;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * The layout of one slot of a ring. A slot holds a short message, or what the sides of a rendezvous tell each other:
 * <pre>
 *    0  turn      long  m + 1: the slot holds message m of the ring; written last
 *    8  kind      int   EAGER, ANNOUNCE, CLEAR, FETCHED
 *   12  source    int   the sender's rank
 *   16  context   int   the communicator (EAGER, ANNOUNCE)
 *   20  tag       int
 *   24  bytes     long  length of the message (CLEAR, FETCHED: the number of its send)
 *   32  data            EAGER: the message
 *                       ANNOUNCE:  32  send      long  number of the send at the sender
 *                                  40  key       long  bytes of the message's descriptor, which begins at 64; 0: the sender puts
 *                       CLEAR:     32  arrival   long  offset of the receiver's word for the number of bytes that have come
 *                                  40  key       long  bytes of the buffer's descriptor, which begins at 64; 0: by landing slots
 *                                  48  landing   long  offset of the slot for segments 0, 2, ...
 *                                  56  landing   long  offset of the slot for segments 1, 3, ...
 * </pre>
 */
public final class Frame {
    /** The kind of a frame that holds a short message. */
    public static final int EAGER = 1;
    /** The kind of a frame by which a sender announces a long message. */
    public static final int ANNOUNCE = 2;
    /** The kind of a frame by which a receiver tells where to put a long message. */
    public static final int CLEAR = 3;
    /** The kind of a frame by which a receiver tells that it has fetched a long message. */
    public static final int FETCHED = 4;

    /** Offset of the kind within a frame, in bytes. */
    public static final long KIND = 8;
    /** Offset of the data within a frame, in bytes: the length of the head. */
    public static final long DATA = 32;
    /** Offset of the send's number within an ANNOUNCE, in bytes. */
    public static final long SEND = 32;
    /** Offset of "arrival" within a CLEAR, in bytes. */
    public static final long ARRIVAL = 32;
    /** Offset of the first landing slot within a CLEAR, in bytes. */
    public static final long FIRST_LANDING = 48;
    /** Offset of the second landing slot within a CLEAR, in bytes. */
    public static final long SECOND_LANDING = 56;

    private static final long SOURCE = 12;
    private static final long CONTEXT = 16;
    private static final long TAG = 20;
    private static final long BYTES = 24;
    private static final long KEY_BYTES = 40;
    private static final long KEY = 64;

    private Frame() {
    }

    /**
     * Writes the first fields of a frame, at bytes 8 to 31. The caller writes the other two parts: the data behind them, and at last the
     * word at byte 0 that tells the receiver that the frame is there.
     *
     * @param memory  memory that holds the frame
     * @param base    the byte of {@code memory} at which the frame begins
     * @param kind    {@link #EAGER}, {@link #ANNOUNCE}, {@link #CLEAR} or {@link #FETCHED}
     * @param source  the sender's rank in the world
     * @param context number of the message's communicator
     * @param tag     the message's tag
     * @param bytes   the length of the message in bytes; for {@link #CLEAR} and {@link #FETCHED} the number that the sender gave the long
     *                message in its {@link #ANNOUNCE}
     */
    public static void head(MemorySegment memory, long base, int kind, int source, int context, int tag, long bytes) {
        memory.set(JAVA_INT, base + KIND, kind);
        memory.set(JAVA_INT, base + SOURCE, source);
        memory.set(JAVA_INT, base + CONTEXT, context);
        memory.set(JAVA_INT, base + TAG, tag);
        memory.set(JAVA_LONG, base + BYTES, bytes);
    }

    /**
     * Returns the kind of the frame that begins at byte {@code base} of {@code memory}: {@link #EAGER}, {@link #ANNOUNCE}, {@link #CLEAR}
     * or {@link #FETCHED}.
     */
    public static int kind(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + KIND);
    }

    /** Returns the sender's rank in the world, from the frame that begins at byte {@code base} of {@code memory}. */
    public static int source(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + SOURCE);
    }

    /** Returns the number of the message's communicator, from the frame that begins at byte {@code base} of {@code memory}. */
    public static int context(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + CONTEXT);
    }

    /** Returns the message's tag, from the frame that begins at byte {@code base} of {@code memory}. */
    public static int tag(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + TAG);
    }

    /**
     * Returns the length of the message in bytes, from the frame that begins at byte {@code base} of {@code memory}. For {@link #CLEAR} and
     * {@link #FETCHED}, returns instead the number that the sender gave the long message in its {@link #ANNOUNCE}.
     */
    public static long bytes(MemorySegment memory, long base) {
        return memory.get(JAVA_LONG, base + BYTES);
    }

    /**
     * Writes the end of a frame of the kind {@link #ANNOUNCE} or {@link #CLEAR}: the descriptor (such as an RDMA key) by which the receiver
     * of the frame can reach memory of this rank, or that there is none.
     *
     * @param memory       memory that holds the frame
     * @param base         the byte of {@code memory} at which the frame begins
     * @param translator   interface to the network, with which the memory was registered
     * @param registration the number that {@code translator} gave to the registered memory, or {@link Translator#UNREACHABLE}
     * @return the length of the whole frame, in bytes
     */
    public static long describe(MemorySegment memory, long base, Translator translator, long registration) {
        long bytes = registration == Translator.UNREACHABLE ? 0
                : translator.describe(registration, memory.asSlice(base + KEY, Translator.MOST_DESCRIPTOR_BYTES));
        memory.set(JAVA_LONG, base + KEY_BYTES, bytes);
        return KEY + bytes;
    }

    /**
     * Makes memory of another rank known to the network, so that this rank can read or write it: the memory that a frame of the kind {@link
     * #ANNOUNCE} or {@link #CLEAR} describes.
     *
     * @param memory     memory that holds the frame
     * @param base       the byte of {@code memory} at which the frame begins
     * @param translator interface to the network, which reads the description
     * @param peer       the rank that sent the frame and has the described memory
     * @return the key by which {@code translator} takes commands on this memory; {@link Translator#AREA} where the frame describes no
     * memory, so that only the area of the rank that all others may always write can be used
     */
    public static long attach(MemorySegment memory, long base, Translator translator, int peer) {
        long bytes = memory.get(JAVA_LONG, base + KEY_BYTES);
        return bytes == 0 ? Translator.AREA : translator.attach(peer, memory, base + KEY, bytes);
    }
}
