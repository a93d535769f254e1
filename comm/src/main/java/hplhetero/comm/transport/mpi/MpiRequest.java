package hplhetero.comm.transport.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A send, a receive or a barrier of one rank. Owner: the rank's thread. States: FREE -> ACTIVE (begin) -> DONE (finish) -> FREE
 * (release). MPI writes into a slot of native memory that lives as long as this object; its layout, with offsets in bytes:
 * <pre>
 *    0   request   MPI_Request, 4 or 8 bytes
 *    8   flag      int, of MPI_Test
 *   16   status    MPI_Status, up to 32 bytes
 * </pre>
 */
final class MpiRequest implements Request {
    /** The kind of operation that a request stands for. */
    enum Kind { SEND, RECEIVE, BARRIER }

    private static final int FREE = 0;
    private static final int ACTIVE = 1;
    private static final int DONE = 2;

    private static final long FLAG = 8;
    private static final long STATUS = 16;
    private static final long SLOT_BYTES = STATUS + MpiAbi.MAX_STATUS_BYTES;

    private final MpiRank rank;
    private final MemorySegment slot = Arena.ofAuto().allocate(SLOT_BYTES, 64);
    private final long address = slot.address();
    private MpiCommunicator communicator;
    private Kind kind;
    /**
     * The buffer of the message. This reference holds its memory while MPI uses it; an automatic arena would otherwise take the memory
     * back.
     */
    private MemorySegment buffer;
    /** The other rank's number in the communicator, or {@link Communicator#ANY_SOURCE}. */
    private int peer;
    private int tag;
    /** State of this request: {@link #FREE}, {@link #ACTIVE} or {@link #DONE}. */
    private int state;
    /** The next request in the list of free ones. */
    private MpiRequest next;

    MpiRequest(MpiRank rank) {
        this.rank = rank;
    }

    /**
     * Makes this free request an active one, before MPI starts the operation.
     *
     * @param peer the other rank's number in the communicator, or ANY_SOURCE
     */
    void begin(Kind kind, MpiCommunicator communicator, MemorySegment buffer, int peer, int tag) {
        this.kind = kind;
        this.communicator = communicator;
        this.buffer = buffer;
        this.peer = peer;
        this.tag = tag;
        this.state = ACTIVE;
    }

    /** Marks this request as done, after MPI_Isend or MPI_Test has told so; the status of a receive has been written. */
    void finish() {
        state = DONE;
    }

    @Override
    public Progress poll() {
        rank.requireAlive();
        return state == DONE || rank.completes(this) ? Progress.DONE : Progress.IDLE;
    }

    @Override
    public int peer() {
        return isReceived() ? slot.get(JAVA_INT, STATUS + rank.abi().statusSourceOffset()) : peer;
    }

    /** {@inheritDoc} For a receive that is not done, these are the bytes that fit into its buffer. */
    @Override
    public long bytes() {
        return isReceived() ? rank.receivedBytes(this) : buffer.byteSize();
    }

    @Override
    public void release() {
        if (state != DONE) {
            throw new IllegalStateException("a request was released that is not in flight or not done (peer=" + peer
                    + " tag=" + tag + "): release it once, after DONE");
        }
        state = FREE;
        buffer = null;
        rank.recycle(this);
    }

    /** Returns what this request waits for, for people: "a message of bytes=800 tag=3 from rank 1 on node7". */
    String text() {
        return kind == Kind.BARRIER ? "all " + communicator.size() + " ranks of a communicator to split or free it"
                : "a message of bytes=" + buffer.byteSize() + " " + envelope();
    }

    /** Returns what sets this message apart, for people: "tag=3 from rank 1 on node7". */
    String envelope() {
        int own = tag % Communicator.FIRST_RESERVED_TAG;
        return "tag=" + own + (own < tag ? " (of a collective)" : "") + (kind == Kind.RECEIVE ? " from " : " to ")
                + (peer == Communicator.ANY_SOURCE ? "any rank" : communicator.nameOf(peer));
    }

    /** Returns the fields of this message for the text of an error, "peer=1 tag=3 bytes=800", with the peer numbered as in the world. */
    String fields() {
        return "peer=" + (peer == Communicator.ANY_SOURCE ? "any" : communicator.worldRank(peer)) + " tag=" + tag
                + " bytes=" + buffer.byteSize();
    }

    /** Returns how many bytes the message may have. */
    long room() {
        return buffer.byteSize();
    }

    /** Returns whether the operation was started and is not known to be done. */
    boolean isPending() {
        return state == ACTIVE;
    }

    /** Returns whether this request stands for a receive. */
    boolean isReceive() {
        return kind == Kind.RECEIVE;
    }

    private boolean isReceived() {
        return isReceive() && state == DONE;
    }

    /** Returns the next request in the list of free ones. */
    MpiRequest next() {
        return next;
    }

    /** Sets the next request in the list of free ones. */
    void next(MpiRequest next) {
        this.next = next;
    }

    /** Returns the handle MPI_Request, as MPI has written it. */
    long handle() {
        return rank.abi().readHandle(slot, 0);
    }

    /** Returns the address at which MPI writes the handle MPI_Request. */
    long requestAddress() {
        return address;
    }

    /** Returns the address at which MPI_Test writes whether the request is done. */
    long flagAddress() {
        return address + FLAG;
    }

    /** Returns the address at which MPI_Test writes the MPI_Status. */
    long statusAddress() {
        return address + STATUS;
    }

    /** Returns whether the latest MPI_Test has found the request done. */
    boolean flag() {
        return slot.get(JAVA_INT, FLAG) != 0;
    }
}
