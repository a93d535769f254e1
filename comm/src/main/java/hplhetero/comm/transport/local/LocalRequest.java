package hplhetero.comm.transport.local;

import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;

/**
 * A send or a receive of one rank. Owner: the rank's thread; only the state of a rendezvous send is set by
 * the receiver's thread. States: FREE -> ACTIVE (begin) -> DONE (finish) -> FREE (release).
 */
final class LocalRequest implements Request {
    private static final int FREE = 0;
    private static final int ACTIVE = 1;
    private static final int DONE = 2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(LocalRequest.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private final ProgressEngine endpoint;
    private final Supplier<String> waits = this::waits;
    private LocalCommunicator communicator;
    private MemorySegment buffer;
    private int worldPeer;
    private int tag;
    private long bytes;
    private int state;

    LocalRequest(ProgressEngine endpoint) {
        this.endpoint = endpoint;
    }

    /** @param worldPeer the other rank's number in the world, or ANY_SOURCE */
    void begin(LocalCommunicator communicator, MemorySegment buffer, int worldPeer, int tag) {
        this.communicator = communicator;
        this.buffer = buffer;
        this.worldPeer = worldPeer;
        this.tag = tag;
        this.bytes = buffer.byteSize();
        STATE.setRelease(this, ACTIVE);
    }

    /** Completes a send; the sender's or, after a rendezvous, the receiver's thread. */
    void finishSend() {
        STATE.setRelease(this, DONE);
    }

    void finishReceive(int worldSource, long received) {
        worldPeer = worldSource;
        bytes = received;
        STATE.setRelease(this, DONE);
    }

    @Override
    public Progress poll() {
        endpoint.requireAlive();
        if (done()) {
            return Progress.DONE;
        }
        endpoint.progress();
        if (done()) {
            return Progress.DONE;
        }
        endpoint.activity().idle(waits);
        return Progress.IDLE;
    }

    private String waits() {
        return endpoint.waits(this);
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
        if (!done()) {
            throw new IllegalStateException("a request was released that is not in flight or not done (peer=" + worldPeer
                    + " tag=" + tag + " bytes=" + bytes + "): release it once, after DONE");
        }
        STATE.setRelease(this, FREE);
        buffer = null;
        endpoint.recycle(this);
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

    boolean done() {
        return (int) STATE.getAcquire(this) == DONE;
    }
}
