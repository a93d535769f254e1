package hplhetero.comm.protocol;

import hplhetero.comm.Communicator;
import java.lang.foreign.MemorySegment;

/**
 * Checks that every transport makes, with the same words: of the arguments of a message or a split, and that the calling thread is the
 * rank's.
 */
public final class MessageRules {
    /** The first number that is no tag. The collectives' own tags lie above those of their callers. */
    private static final int TAG_LIMIT = 2 * Communicator.FIRST_RESERVED_TAG;

    /** A thread that is not the rank's: memory that this thread may read, any thread may read. */
    private static final Thread STRANGER = new Thread("never started");

    private MessageRules() {
    }

    /**
     * Checks the arguments of a send.
     *
     * @param size the number of ranks in the communicator
     * @throws IllegalArgumentException when {@code destination} is no rank of the communicator, {@code tag} is no tag, or {@code buffer}
     *         lies on the Java heap
     */
    public static void requireSend(MemorySegment buffer, int destination, int tag, int size) {
        requireRank("destination", destination, size);
        requireTag(tag);
        requireNative(buffer);
    }

    /**
     * Checks the arguments of a receive.
     *
     * @param source the sender's rank; may be {@link Communicator#ANY_SOURCE}
     * @param size   the number of ranks in the communicator
     * @throws IllegalArgumentException when {@code source} is no rank of the communicator, {@code tag} is no tag, or {@code buffer} lies on
     *         the Java heap
     */
    public static void requireReceive(MemorySegment buffer, int source, int tag, int size) {
        requireTag(tag);
        requireNative(buffer);
        if (source != Communicator.ANY_SOURCE) {
            requireRank("source", source, size);
        }
    }

    /**
     * Checks the colour of a split.
     *
     * @throws IllegalArgumentException when {@code color} is neither &gt;= 0 nor {@link Communicator#NO_COLOR}
     */
    public static void requireColor(int color) {
        if (color < Communicator.NO_COLOR) {
            throw new IllegalArgumentException("color=" + color + " of a split: choose color >= 0, or NO_COLOR");
        }
    }

    /**
     * Checks that the calling thread is the rank's own. Every operation of a rank must come from its own thread: MPI is opened for one
     * thread, and no transport locks anything.
     *
     * @param rank  the rank in the world, for the message
     * @param owner the rank's thread
     * @throws IllegalStateException when another thread calls
     */
    public static void requireOwner(int rank, Thread owner) {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("the operations of rank " + rank + " belong to thread " + owner.getName() + ", this is thread "
                    + Thread.currentThread().getName() + ": send, receive and poll from the rank's thread");
        }
    }

    /**
     * Checks that other threads may read the buffer of a send: another rank's thread, or a thread of the transport.
     *
     * @throws IllegalArgumentException when {@code buffer} lies in a confined arena
     */
    public static void requireShared(MemorySegment buffer) {
        if (!isShared(buffer)) {
            throw new IllegalArgumentException("the send buffer of bytes=" + buffer.byteSize()
                    + " lies in a confined arena, out of the receiver's reach: allocate it in a shared or automatic one");
        }
    }

    /** Returns whether threads other than the rank's may use {@code buffer}. */
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
