package hplhetero.comm.transport.local;

import hplhetero.comm.Communicator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Messages that came before their receive was posted, in the order they came. Owner: the rank's thread.
 * They are taken out of the ring, so that one nobody asks for yet does not hold up those behind it.
 */
final class UnexpectedMessages {
    private static final long SMALLEST_COPY = 256;

    /** One message: its envelope and either a copy of its data or the send to rendezvous with. */
    static final class Parcel {
        private int context;
        private int source;
        private int tag;
        private long bytes;
        private LocalRequest send;
        private MemorySegment copy = MemorySegment.NULL;

        int source() {
            return source;
        }

        long bytes() {
            return bytes;
        }

        LocalRequest send() {
            return send;
        }

        MemorySegment copy() {
            return copy;
        }
    }

    private final Arena arena;
    private Parcel[] parcels = new Parcel[16];
    private int count;
    private Parcel[] spare = new Parcel[16];
    private int spares;

    UnexpectedMessages(Arena arena) {
        this.arena = arena;
    }

    /** Keeps the message at which {@code reader} stands. */
    void add(Ring.Reader reader) {
        Parcel parcel = spares > 0 ? spare[--spares] : new Parcel();
        parcel.context = reader.context();
        parcel.source = reader.source();
        parcel.tag = reader.tag();
        parcel.bytes = reader.bytes();
        parcel.send = reader.send();
        if (parcel.send == null) {
            reserve(parcel);
            reader.copyTo(parcel.copy);
        }
        if (count == parcels.length) {
            parcels = Arrays.copyOf(parcels, 2 * count);
        }
        parcels[count++] = parcel;
    }

    /** Removes and returns the first message that {@code receive} takes, or null. */
    Parcel take(LocalRequest receive) {
        for (int i = 0; i < count; i++) {
            Parcel parcel = parcels[i];
            if (parcel.tag == receive.tag() && parcel.context == receive.context()
                    && (receive.worldPeer() == parcel.source || receive.worldPeer() == Communicator.ANY_SOURCE)) {
                remove(i);
                return parcel;
            }
        }
        return null;
    }

    /** Takes a delivered parcel back for the next message. */
    void recycle(Parcel parcel) {
        parcel.send = null;
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = parcel;
    }

    private void reserve(Parcel parcel) {
        if (parcel.copy.byteSize() < parcel.bytes) {
            long power = Long.highestOneBit(parcel.bytes - 1) << 1;
            parcel.copy = arena.allocate(Math.max(SMALLEST_COPY, power), 64);
        }
    }

    private void remove(int index) {
        count--;
        System.arraycopy(parcels, index + 1, parcels, index, count - index);
        parcels[count] = null;
    }
}
