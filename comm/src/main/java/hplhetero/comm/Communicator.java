package hplhetero.comm;

import java.lang.foreign.MemorySegment;

/**
 * A group of ranks that exchange messages, with MPI's point-to-point semantics: messages between two
 * ranks with the same tag do not overtake each other; communicators do not see each other's messages.
 *
 * <p>One thread of a rank uses all of its communicators (MPI_THREAD_FUNNELED). Buffers are off-heap
 * segments and must stay alive and untouched (sends: unchanged) until the operation is done. A buffer that
 * is sent, by a collective too, comes from a shared, automatic or global arena: its receiver may be a thread
 * that copies it straight from there, which a confined arena forbids.
 */
public interface Communicator {

    /** Matches a message from any rank in {@link #irecv}. */
    int ANY_SOURCE = -1;

    /** The colour of a rank that wants no part in {@link #split}. */
    int NO_COLOR = -1;

    /** Tags from here on are reserved for the collectives of this package. */
    int FIRST_RESERVED_TAG = 1 << 14;

    /** This rank's number in the group, 0 &lt;= rank &lt; size. */
    int rank();

    /** The number of ranks in the group. */
    int size();

    /** The name of the host on which this rank runs, for messages to people. */
    String hostName();

    /**
     * Starts sending all bytes of {@code buffer}. Not collective. May complete before the receiver has
     * asked for the message (eager) or only then (rendezvous): callers must not rely on either.
     *
     * @param tag 0 &lt;= tag &lt; {@link #FIRST_RESERVED_TAG} for callers outside this package's collectives
     */
    Request isend(MemorySegment buffer, int destination, int tag);

    /**
     * Starts receiving a message of at most {@code buffer.byteSize()} bytes. A longer message is a
     * {@link CommException} at both sides.
     *
     * @param source a rank, or {@link #ANY_SOURCE}
     */
    Request irecv(MemorySegment buffer, int source, int tag);

    /**
     * Splits the group by colour; ranks order by {@code key}, then by rank in this group (MPI_Comm_split).
     * Collective over this communicator.
     *
     * @return this rank's new communicator, or null when {@code color} is {@link #NO_COLOR}
     */
    Communicator split(int color, int key);

    /**
     * Gives back what {@link #split} made; afterwards this object must not be used. Collective over this communicator, which
     * has no messages in flight. The world is not for its users to free (MPI_Comm_free).
     */
    void free();

    /** What this rank is at; the same object for all communicators of a rank. */
    Activity activity();

    /**
     * Tells the transport that this host has more threads than cores: ranks that wait are to leave theirs to others
     * at once. Not collective; for the rest of the run.
     */
    void shareCores();

    /**
     * Ends the whole run: every operation of every rank polled from now on throws a
     * {@link CommException} that names this rank and the reason. Not collective.
     */
    void abort(String reason, Throwable cause);
}
