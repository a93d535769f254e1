package hplhetero.comm.transport.mpj;

import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;

/** A send or a receive of one rank. Owner: the rank's thread. States: free -> active (begin) -> done (finish) -> free (release). */
final class MpjRequest implements Request {
    private enum State { FREE, ACTIVE, DONE }

    private final ProgressEngine endpoint;
    private MpjCommunicator communicator;
    private MemorySegment buffer;
    private int worldPeer;
    private int tag;
    private long bytes;
    private State state = State.FREE;

    MpjRequest(ProgressEngine endpoint) {
        this.endpoint = endpoint;
    }

    /** @param worldPeer the other rank's number in the world, or ANY_SOURCE */
    void begin(MpjCommunicator communicator, MemorySegment buffer, int worldPeer, int tag) {
        this.communicator = communicator;
        this.buffer = buffer;
        this.worldPeer = worldPeer;
        this.tag = tag;
        this.bytes = buffer.byteSize();
        this.state = State.ACTIVE;
    }

    void finishSend() {
        state = State.DONE;
    }

    void finishReceive(int worldSource, long received) {
        worldPeer = worldSource;
        bytes = received;
        state = State.DONE;
    }

    @Override
    public Progress poll() {
        endpoint.requireAlive();
        if (state == State.DONE) {
            return Progress.DONE;
        }
        endpoint.progress();
        return state == State.DONE ? Progress.DONE : Progress.IDLE;
    }

    @Override
    public int peer() {
        return communicator.groupRank(worldPeer);
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void release() {
        if (state != State.DONE) {
            throw new IllegalStateException("a request was released that is not in flight or not done (peer=" + worldPeer
                    + " tag=" + tag + " bytes=" + bytes + "): release it once, after DONE");
        }
        state = State.FREE;
        buffer = null;
        endpoint.recycle(this);
    }

    /** Whether this receive takes such a message. */
    boolean takes(int messageContext, int source, int messageTag) {
        return tag == messageTag && context() == messageContext
                && (worldPeer == source || worldPeer == Communicator.ANY_SOURCE);
    }

    MemorySegment buffer() {
        return buffer;
    }

    int worldPeer() {
        return worldPeer;
    }

    int tag() {
        return tag;
    }

    int context() {
        return communicator.context();
    }
}
