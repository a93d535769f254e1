package hplhetero.comm.transport.mpj;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * Messages that came before their receive was posted, in the order they came. Owner: the rank's thread. They are taken out of
 * MPJ's buffers, so that one nobody asks for yet does not hold up those behind it.
 */
final class UnexpectedMessages {
    private static final long SMALLEST_COPY = 256;

    /** One message: its envelope and either a copy of its data or the long message that has begun. */
    static final class Parcel {
        private int context;
        private int source;
        private int tag;
        private long bytes;
        private MemorySegment copy = MemorySegment.NULL;
        private LongReceive longOne;

        int source() {
            return source;
        }

        long bytes() {
            return bytes;
        }

        MemorySegment copy() {
            return copy;
        }

        /** Null: a short message. */
        LongReceive longOne() {
            return longOne;
        }
    }

    private final LongFunction<MemorySegment> memory;
    private Parcel[] parcels = new Parcel[16];
    private int count;
    private Parcel[] spare = new Parcel[16];
    private int spares;

    UnexpectedMessages(LongFunction<MemorySegment> memory) {
        this.memory = memory;
    }

    /** Keeps a short message. */
    void add(MemorySegment message) {
        Parcel parcel = next(Envelope.context(message), Envelope.source(message), Envelope.tag(message), Envelope.total(message));
        if (parcel.copy.byteSize() < parcel.bytes) {
            parcel.copy = memory.apply(Math.max(SMALLEST_COPY, Long.highestOneBit(parcel.bytes - 1) << 1));
        }
        MemorySegment.copy(message, Envelope.BYTES, parcel.copy, 0, parcel.bytes);
    }

    /** Keeps a long message. */
    void add(LongReceive message) {
        next(message.context(), message.source(), message.tag(), message.bytes()).longOne = message;
    }

    private Parcel next(int context, int source, int tag, long bytes) {
        Parcel parcel = spares > 0 ? spare[--spares] : new Parcel();
        parcel.context = context;
        parcel.source = source;
        parcel.tag = tag;
        parcel.bytes = bytes;
        parcel.longOne = null;
        if (count == parcels.length) {
            parcels = Arrays.copyOf(parcels, 2 * count);
        }
        parcels[count++] = parcel;
        return parcel;
    }

    /** Removes and returns the first message that {@code receive} takes, or null. */
    Parcel take(MpjRequest receive) {
        for (int i = 0; i < count; i++) {
            Parcel parcel = parcels[i];
            if (receive.takes(parcel.context, parcel.source, parcel.tag)) {
                count--;
                System.arraycopy(parcels, i + 1, parcels, i, count - i);
                parcels[count] = null;
                return parcel;
            }
        }
        return null;
    }

    /** Takes a delivered parcel back for the next message. */
    void recycle(Parcel parcel) {
        parcel.longOne = null;
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = parcel;
    }
}
