package hplhetero.comm.protocol;

import hplhetero.comm.Communicator;
import java.lang.foreign.MemorySegment;

/** What every transport refuses: arguments of a message or a split, and threads that are not the rank's; with the same words. */
public final class MessageRules {
    /** The collectives' own tags lie above those of their callers. */
    private static final int TAG_LIMIT = 2 * Communicator.FIRST_RESERVED_TAG;

    /** Not the rank's: what it may read, any thread may. */
    private static final Thread STRANGER = new Thread("never started");

    private MessageRules() {
    }

    /** @param size ranks in the communicator */
    public static void requireSend(MemorySegment buffer, int destination, int tag, int size) {
        requireRank("destination", destination, size);
        requireTag(tag);
        requireNative(buffer);
    }

    /**
     * @param source may be {@link Communicator#ANY_SOURCE}
     * @param size   ranks in the communicator
     */
    public static void requireReceive(MemorySegment buffer, int source, int tag, int size) {
        requireTag(tag);
        requireNative(buffer);
        if (source != Communicator.ANY_SOURCE) {
            requireRank("source", source, size);
        }
    }

    /** The colour of a split. */
    public static void requireColor(int color) {
        if (color < Communicator.NO_COLOR) {
            throw new IllegalArgumentException("color=" + color + " of a split: choose color >= 0, or NO_COLOR");
        }
    }

    /**
     * Every operation of a rank goes by its own thread: MPI is opened for one, and none of the transports locks anything.
     *
     * @param rank  in the world
     * @param owner its thread
     */
    public static void requireOwner(int rank, Thread owner) {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("the operations of rank " + rank + " belong to thread " + owner.getName() + ", this is thread "
                    + Thread.currentThread().getName() + ": send, receive and poll from the rank's thread");
        }
    }

    /** A send's buffer, which another rank's thread, or one of the transport's, may read. */
    public static void requireShared(MemorySegment buffer) {
        if (!isShared(buffer)) {
            throw new IllegalArgumentException("the send buffer of bytes=" + buffer.byteSize()
                    + " lies in a confined arena, out of the receiver's reach: allocate it in a shared or automatic one");
        }
    }

    /** Whether threads other than the rank's may use it. */
    public static boolean isShared(MemorySegment buffer) {
        return buffer.isAccessibleBy(STRANGER);
    }

    private static void requireRank(String role, int rank, int size) {
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException(role + "=" + rank + " is no rank of this communicator: choose 0 <= "
                    + role + " < " + size);
        }
    }

    private static void requireTag(int tag) {
        if (tag < 0 || tag >= TAG_LIMIT) {
            throw new IllegalArgumentException("tag=" + tag + ": choose 0 <= tag < " + Communicator.FIRST_RESERVED_TAG);
        }
    }

    private static void requireNative(MemorySegment buffer) {
        if (!buffer.isNative()) {
            throw new IllegalArgumentException("a buffer of bytes=" + buffer.byteSize()
                    + " lies on the Java heap: allocate it in an Arena");
        }
    }
}
