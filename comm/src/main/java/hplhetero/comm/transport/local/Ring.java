package hplhetero.comm.transport.local;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.network.model.NetworkCost;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The messages under way from one rank to another: a ring of slots with one writing and one reading thread, without locks. The layout of a
 * slot, with offsets in bytes:
 * <pre>
 *    0   turn      long   m: free for message m;  m + 1: holds message m
 *    8   context   int    the communicator
 *   12   tag       int
 *   16   bytes     long   length of the message
 *   24   (unused)  long
 *   32   data      up to EAGER_BYTES, of an eager message
 * </pre>
 * So a short message is one cache line that moves from core to core once. Message m lies in slot m mod SLOTS. The send of a rendezvous
 * message stands in {@link #sends} beside the slot; null means eager. The turn is the only field that both threads race on: it is written
 * with release after all other fields, and read with acquire.
 */
final class Ring {
    static final int SLOTS = 16;

    private static final int CONTEXT = 8;
    private static final int TAG = 12;
    private static final int BYTES = 16;
    private static final int DATA = 32;

    /**
     * Bytes of the longest message that is copied through a slot. This is enough for a pivot exchange up to nb = 500; at 16 KiB the second
     * copy costs more than the handshake it saves.
     */
    static final int EAGER_BYTES = NetworkCost.EAGER_BYTES;
    private static final int SLOT_BYTES = DATA + EAGER_BYTES;

    private static final VarHandle TURN = JAVA_LONG.varHandle();

    private final MemorySegment slots;
    /** The send of the rendezvous message in each slot, indexed by slot; null where the slot's message is eager. */
    private final ProtocolRequest[] sends = new ProtocolRequest[SLOTS];

    Ring(Arena arena) {
        slots = arena.allocate((long) SLOTS * SLOT_BYTES, 64);
        for (int slot = 0; slot < SLOTS; slot++) {
            TURN.setRelease(slots, (long) slot * SLOT_BYTES, (long) slot);
        }
    }

    private static long base(long message) {
        return (message % SLOTS) * SLOT_BYTES;
    }

    /** The sending side of a ring. Owner: the sender's thread. */
    static final class Writer {
        private final Ring ring;
        private long message;

        Writer(Ring ring) {
            this.ring = ring;
        }

        /**
         * Puts a message into the next slot.
         *
         * @param send the send of a rendezvous message; null: the message is eager, and {@code data} is copied into the slot
         * @return false, having done nothing, when the slot is not free
         */
        boolean offer(MemorySegment data, int context, int tag, ProtocolRequest send) {
            MemorySegment slots = ring.slots;
            long base = base(message);
            if ((long) TURN.getAcquire(slots, base) != message) {
                return false;
            }
            long bytes = data.byteSize();
            slots.set(JAVA_INT, base + CONTEXT, context);
            slots.set(JAVA_INT, base + TAG, tag);
            slots.set(JAVA_LONG, base + BYTES, bytes);
            if (send == null) {
                MemorySegment.copy(data, 0, slots, base + DATA, bytes);
            } else {
                ring.sends[(int) (message % SLOTS)] = send;
            }
            TURN.setRelease(slots, base, ++message);
            return true;
        }
    }

    /** The receiving side of a ring: a cursor over the messages. Owner: the receiver's thread. */
    static final class Reader {
        private final Ring ring;
        private final int source;
        private long message;

        Reader(Ring ring, int source) {
            this.ring = ring;
            this.source = source;
        }

        /** Returns whether a message has come; the accessors below then tell about this message until {@link #free}. */
        boolean hasMessage() {
            return (long) TURN.getAcquire(ring.slots, base(message)) == message + 1;
        }

        int source() {
            return source;
        }

        int context() {
            return ring.slots.get(JAVA_INT, base(message) + CONTEXT);
        }

        int tag() {
            return ring.slots.get(JAVA_INT, base(message) + TAG);
        }

        long bytes() {
            return ring.slots.get(JAVA_LONG, base(message) + BYTES);
        }

        /** Returns the send to rendezvous with, or null when the data lies in the slot. */
        ProtocolRequest send() {
            return ring.sends[(int) (message % SLOTS)];
        }

        /** Returns the memory that holds an eager message's data, at {@link #offset}. */
        MemorySegment memory() {
            return ring.slots;
        }

        long offset() {
            return base(message) + DATA;
        }

        /** Gives the slot back to the writer and goes on to the next slot. */
        void free() {
            ring.sends[(int) (message % SLOTS)] = null;
            TURN.setRelease(ring.slots, base(message), message + SLOTS);
            message++;
        }
    }
}
