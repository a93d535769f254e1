package hplhetero.comm;

import java.lang.foreign.MemorySegment;

/**
 * A group of ranks that exchange messages with MPI's point-to-point semantics. Messages between two ranks with the same tag do not overtake
 * each other. Messages of one communicator are never received by another one.
 *
 * <p>One thread of a rank uses all of its communicators (MPI_THREAD_FUNNELED). Buffers are off-heap segments. Until an operation is done,
 * its buffer must stay alive and untouched; a buffer that is sent may be read. A buffer that is sent, by a collective too, comes from a
 * shared, automatic or global arena: its receiver may be a thread that copies straight from the buffer, which a confined arena forbids.
 */
public interface Communicator {

    /** The source that matches a message from any rank in {@link #irecv}. */
    int ANY_SOURCE = -1;

    /** The colour of a rank that wants no part in {@link #split}. */
    int NO_COLOR = -1;

    /** The first of the tags that are reserved for the collectives of this package. */
    int FIRST_RESERVED_TAG = 1 << 14;

    /** Returns this rank's number in the group, 0 &lt;= rank &lt; size. */
    int rank();

    /** Returns the number of ranks in the group. */
    int size();

    /** Returns the name of the host on which this rank runs, for messages to people. */
    String hostName();

    /**
     * Starts sending all bytes of {@code buffer}. Not collective. The send may complete before the receiver has asked for the message
     * (eager) or only after that (rendezvous); callers must not rely on either.
     *
     * @param buffer      off-heap memory that holds the message and stays unchanged until the send is done
     * @param destination the receiver's rank in this group
     * @param tag         0 &lt;= tag &lt; {@link #FIRST_RESERVED_TAG} for callers outside this package's collectives
     */
    Request isend(MemorySegment buffer, int destination, int tag);

    /**
     * Starts receiving a message of at most {@code buffer.byteSize()} bytes. Not collective. A longer message is a {@link CommException} at
     * both sides.
     *
     * @param buffer off-heap memory for the message, untouched by the caller until the receive is done
     * @param source the sender's rank in this group, or {@link #ANY_SOURCE}
     * @param tag    the tag of the message
     */
    Request irecv(MemorySegment buffer, int source, int tag);

    /**
     * Splits the group by colour: ranks with the same colour form a new group (MPI_Comm_split). Collective over this communicator.
     *
     * @param color the colour of this rank, &gt;= 0, or {@link #NO_COLOR}
     * @param key   the order of ranks in the new group; ranks with equal keys are ordered by their rank in this group
     * @return this rank's new communicator, or null when {@code color} is {@link #NO_COLOR}
     */
    Communicator split(int color, int key);

    /**
     * Frees a communicator that {@link #split} made; afterwards this object must not be used (MPI_Comm_free). Collective over this
     * communicator, which has no messages in flight. Users must not free the world communicator.
     */
    void free();

    /** Returns what this rank is doing at the moment; the same object for all communicators of a rank. */
    Activity activity();

    /**
     * Tells the transport that this host has more threads than cores, so that ranks that wait leave their cores to others at once. Not
     * collective; holds for the rest of the run.
     */
    void shareCores();

    /**
     * Ends the whole run: every operation of every rank that is polled from now on throws a {@link CommException} that names this rank and
     * the reason. Not collective.
     *
     * @param reason why the run ends, for people
     * @param cause  the error behind it, or null
     */
    void abort(String reason, Throwable cause);
}
