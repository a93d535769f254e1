package hplhetero.comm.protocol.remote;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * The layout of one slot of a ring: a short message, or what rendezvous tells the other side.
 * <pre>
 *    0  turn      long  m + 1: holds message m of the ring; written last
 *    8  kind      int   EAGER, ANNOUNCE, CLEAR, FETCHED
 *   12  source    int   the sender's rank
 *   16  context   int   the communicator (EAGER, ANNOUNCE)
 *   20  tag       int
 *   24  bytes     long  length of the message (CLEAR, FETCHED: the number of its send)
 *   32  data            EAGER: the message
 *                       ANNOUNCE:  32  send      long  its number at the sender
 *                                  40  key       long  bytes of the message's descriptor, which begins at 64; 0: it is put
 *                       CLEAR:     32  arrival   long  offset of the receiver's word for bytes that have come
 *                                  40  key       long  bytes of the buffer's descriptor, which begins at 64; 0: by landing slots
 *                                  48  landing   long  offset of the slot for segments 0, 2, ...
 *                                  56  landing   long  offset of the slot for segments 1, 3, ...
 * </pre>
 */
public final class Frame {
    public static final int EAGER = 1;
    public static final int ANNOUNCE = 2;
    public static final int CLEAR = 3;
    public static final int FETCHED = 4;

    public static final long KIND = 8;
    public static final long DATA = 32;
    public static final long SEND = 32;
    public static final long ARRIVAL = 32;
    public static final long FIRST_LANDING = 48;
    public static final long SECOND_LANDING = 56;

    private static final long SOURCE = 12;
    private static final long CONTEXT = 16;
    private static final long TAG = 20;
    private static final long BYTES = 24;
    private static final long KEY_BYTES = 40;
    private static final long KEY = 64;

    private Frame() {
    }

    /** Writes all of a frame but its turn and its data. */
    public static void head(MemorySegment memory, long base, int kind, int source, int context, int tag, long bytes) {
        memory.set(JAVA_INT, base + KIND, kind);
        memory.set(JAVA_INT, base + SOURCE, source);
        memory.set(JAVA_INT, base + CONTEXT, context);
        memory.set(JAVA_INT, base + TAG, tag);
        memory.set(JAVA_LONG, base + BYTES, bytes);
    }

    public static int kind(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + KIND);
    }

    public static int source(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + SOURCE);
    }

    public static int context(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + CONTEXT);
    }

    public static int tag(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + TAG);
    }

    public static long bytes(MemorySegment memory, long base) {
        return memory.get(JAVA_LONG, base + BYTES);
    }

    /**
     * Writes the descriptor of registered memory, or that there is none, as the end of an ANNOUNCE or a CLEAR.
     *
     * @param registration of {@code translator}, or {@link Translator#UNREACHABLE}
     * @return the bytes of the whole frame
     */
    public static long describe(MemorySegment memory, long base, Translator translator, long registration) {
        long bytes = registration == Translator.UNREACHABLE ? 0
                : translator.describe(registration, memory.asSlice(base + KEY, Translator.MOST_DESCRIPTOR_BYTES));
        memory.set(JAVA_LONG, base + KEY_BYTES, bytes);
        return KEY + bytes;
    }

    /** Attaches the peer's memory that an ANNOUNCE or a CLEAR describes. @return its key, or {@link Translator#AREA} if there is none */
    public static long attach(MemorySegment memory, long base, Translator translator, int peer) {
        long bytes = memory.get(JAVA_LONG, base + KEY_BYTES);
        return bytes == 0 ? Translator.AREA : translator.attach(peer, memory, base + KEY, bytes);
    }
}
