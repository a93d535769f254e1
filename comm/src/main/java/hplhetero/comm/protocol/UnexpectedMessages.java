package hplhetero.comm.protocol;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Messages that came before their receive was posted, in the order they came. Owner: the rank's thread. They are taken out of the
 * transport's buffers, so that one nobody asks for yet does not hold up those behind it.
 *
 * @param <L> what the transport knows a long message by
 */
final class UnexpectedMessages<L> {
    private static final long SMALLEST_COPY_BYTES = 256;
    private static final long ALIGNMENT_BYTES = 64;

    /** One message: its envelope, and either a copy of its data or the long message. */
    static final class Entry<L> {
        private int context;
        private int source;
        private int tag;
        private long bytes;
        private MemorySegment copy = MemorySegment.NULL;
        private L longMessage;

        int source() {
            return source;
        }

        long bytes() {
            return bytes;
        }

        /** A short message's data; may be longer than the message. */
        MemorySegment copy() {
            return copy;
        }

        /** Null: a short message. */
        L longMessage() {
            return longMessage;
        }
    }

    private Entry<L>[] entries = array(16);
    private int count;
    private Entry<L>[] spare = array(16);
    private int spares;

    @SuppressWarnings("unchecked")
    private static <L> Entry<L>[] array(int length) {
        return new Entry[length];
    }

    /** Keeps a short message; returns the memory that its data belong into, at least {@code bytes} of it. */
    MemorySegment keepShort(int context, int source, int tag, long bytes) {
        Entry<L> entry = add(context, source, tag, bytes);
        if (entry.copy.byteSize() < bytes) {
            long powerOfTwo = Long.highestOneBit(bytes - 1) << 1;
            entry.copy = Arena.ofAuto().allocate(Math.max(SMALLEST_COPY_BYTES, powerOfTwo), ALIGNMENT_BYTES);
        }
        return entry.copy;
    }

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

    /** Removes and returns the first message that {@code receive} takes, or null. */
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

    /** Takes a delivered message's entry back for the next one. */
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
