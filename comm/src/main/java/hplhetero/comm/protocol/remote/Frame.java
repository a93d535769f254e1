package hplhetero.comm.protocol.remote;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * One slot of a ring.
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
final class Frame {
    static final int EAGER = 1;
    static final int ANNOUNCE = 2;
    static final int CLEAR = 3;
    static final int FETCHED = 4;

    static final long KIND = 8;
    static final long DATA = 32;
    static final long SEND = 32;
    static final long ARRIVAL = 32;
    static final long KEY_BYTES = 40;
    static final long FIRST_LANDING = 48;
    static final long SECOND_LANDING = 56;
    static final long KEY = 64;

    private static final long SOURCE = 12;
    private static final long CONTEXT = 16;
    private static final long TAG = 20;
    private static final long BYTES = 24;

    private Frame() {
    }

    static void head(MemorySegment memory, long base, int kind, int source, int context, int tag, long bytes) {
        memory.set(JAVA_INT, base + KIND, kind);
        memory.set(JAVA_INT, base + SOURCE, source);
        memory.set(JAVA_INT, base + CONTEXT, context);
        memory.set(JAVA_INT, base + TAG, tag);
        memory.set(JAVA_LONG, base + BYTES, bytes);
    }

    static int kind(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + KIND);
    }

    static int source(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + SOURCE);
    }

    static int context(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + CONTEXT);
    }

    static int tag(MemorySegment memory, long base) {
        return memory.get(JAVA_INT, base + TAG);
    }

    static long bytes(MemorySegment memory, long base) {
        return memory.get(JAVA_LONG, base + BYTES);
    }
}
