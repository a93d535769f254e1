package hplhetero.comm.transport.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A send, a receive or a barrier of one rank. Owner: the rank's thread. States: FREE -> ACTIVE (begin) -> DONE (finish) -> FREE
 * (release). What MPI writes lies in a slot of native memory that lives as long as this object:
 * <pre>
 *    0   request   MPI_Request, 4 or 8 bytes
 *    8   flag      int, of MPI_Test
 *   16   status    MPI_Status, up to 32 bytes
 * </pre>
 */
final class MpiRequest implements Request {
    /** What it is. */
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
    /** Held while MPI uses its memory, which an automatic arena would otherwise take back. */
    private MemorySegment buffer;
    private int peer;
    private int tag;
    private int state;
    private MpiRequest next;

    MpiRequest(MpiRank rank) {
        this.rank = rank;
    }

    /** @param peer the other rank's number in the communicator, or ANY_SOURCE */
    void begin(Kind kind, MpiCommunicator communicator, MemorySegment buffer, int peer, int tag) {
        this.kind = kind;
        this.communicator = communicator;
        this.buffer = buffer;
        this.peer = peer;
        this.tag = tag;
        this.state = ACTIVE;
    }

    /** After MPI_Isend has given it as done, or MPI_Test: of a receive the status is there. */
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

    /** {@inheritDoc} Of a receive that is not done: what fits. */
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

    /** What it waits for, for people: "a message of bytes=800 tag=3 from rank 1 on node7". */
    String text() {
        return kind == Kind.BARRIER ? "all " + communicator.size() + " ranks of a communicator to come to its split or end"
                : "a message of bytes=" + buffer.byteSize() + " " + envelope();
    }

    /** What sets it apart, for people: "tag=3 from rank 1 on node7". */
    String envelope() {
        int own = tag % Communicator.FIRST_RESERVED_TAG;
        return "tag=" + own + (own < tag ? " (of a collective)" : "") + (kind == Kind.RECEIVE ? " from " : " to ")
                + (peer == Communicator.ANY_SOURCE ? "any rank" : communicator.nameOf(peer));
    }

    /** For the text of an error: "peer=1 tag=3 bytes=800", the peer numbered as in the world. */
    String fields() {
        return "peer=" + (peer == Communicator.ANY_SOURCE ? "any" : communicator.worldRank(peer)) + " tag=" + tag
                + " bytes=" + buffer.byteSize();
    }

    /** How many bytes it may have. */
    long room() {
        return buffer.byteSize();
    }

    boolean isPending() {
        return state == ACTIVE;
    }

    boolean isReceive() {
        return kind == Kind.RECEIVE;
    }

    private boolean isReceived() {
        return isReceive() && state == DONE;
    }

    /** The next in the list of those that are free. */
    MpiRequest next() {
        return next;
    }

    void next(MpiRequest next) {
        this.next = next;
    }

    /** The MPI_Request itself. */
    long handle() {
        return rank.abi().readHandle(slot, 0);
    }

    long requestAddress() {
        return address;
    }

    long flagAddress() {
        return address + FLAG;
    }

    long statusAddress() {
        return address + STATUS;
    }

    boolean flag() {
        return slot.get(JAVA_INT, FLAG) != 0;
    }
}
