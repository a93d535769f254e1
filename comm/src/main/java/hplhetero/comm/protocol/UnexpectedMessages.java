package hplhetero.comm.protocol;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The messages that came before their receive was posted, in the order in which they came. They are taken out of the transport's buffers,
 * so that a message nobody asks for yet does not hold up those behind it. Owner: the rank's thread.
 *
 * @param <L> the transport's handle of a long message
 */
final class UnexpectedMessages<L> {
    /** The least size of the memory for a short message, in bytes. */
    private static final long SMALLEST_COPY_BYTES = 256;
    private static final long ALIGNMENT_BYTES = 64;

    /** One message: its envelope, and either a copy of its data or the handle of a long message. */
    static final class Entry<L> {
        /** The number of the communicator. */
        private int context;
        /** The sender's rank in the world. */
        private int source;
        private int tag;
        /** The length of the message in bytes. */
        private long bytes;
        private MemorySegment copy = MemorySegment.NULL;
        private L longMessage;

        int source() {
            return source;
        }

        long bytes() {
            return bytes;
        }

        /** Returns the memory with a short message's data, which may be longer than the message. */
        MemorySegment copy() {
            return copy;
        }

        /** Returns the handle of a long message, or null for a short message. */
        L longMessage() {
            return longMessage;
        }
    }

    /** The messages in the order in which they came, at indices 0 to {@link #count} - 1. */
    private Entry<L>[] entries = array(16);
    private int count;
    /** The entries for reuse, at indices 0 to {@link #spares} - 1. */
    private Entry<L>[] spare = array(16);
    private int spares;

    @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of a generic type
    private static <L> Entry<L>[] array(int length) {
        return new Entry[length];
    }

    /**
     * Keeps a short message that came before its receive was posted. The caller copies the data.
     *
     * @return memory for the data, of at least {@code bytes} bytes
     */
    MemorySegment keepShort(int context, int source, int tag, long bytes) {
        Entry<L> entry = add(context, source, tag, bytes);
        if (entry.copy.byteSize() < bytes) {
            long powerOfTwo = Long.highestOneBit(bytes - 1) << 1;
            entry.copy = Arena.ofAuto().allocate(Math.max(SMALLEST_COPY_BYTES, powerOfTwo), ALIGNMENT_BYTES);
        }
        return entry.copy;
    }

    /** Keeps a long message that came before its receive was posted: its envelope, and {@code message}, the transport's handle. */
    void keepLong(int context, int source, int tag, long bytes, L message) {
        add(context, source, tag, bytes).longMessage = message;
    }

    private Entry<L> add(int context, int source, int tag, long bytes) {
        Entry<L> entry = spares > 0 ? spare[--spares] : new Entry<>();
        entry.context = context;
        entry.source = source;
        entry.tag = tag;
        entry.bytes = bytes;
        if (count == entries.length) {
            entries = Arrays.copyOf(entries, 2 * count);
        }
        entries[count++] = entry;
        return entry;
    }

    /** Removes and returns the first message that {@code receive} takes, or returns null. */
    Entry<L> take(ProtocolRequest receive) {
        for (int i = 0; i < count; i++) {
            Entry<L> entry = entries[i];
            if (receive.takes(entry.context, entry.source, entry.tag)) {
                remove(i);
                return entry;
            }
        }
        return null;
    }

    /** Takes back the entry of a delivered message, for another one. */
    void recycle(Entry<L> entry) {
        entry.longMessage = null;
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = entry;
    }

    private void remove(int index) {
        count--;
        System.arraycopy(entries, index + 1, entries, index, count - index);
        entries[count] = null;
    }
}
