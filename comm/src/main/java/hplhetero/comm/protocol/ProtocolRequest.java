package hplhetero.comm.protocol;

import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.comm.liveness.WaitDescription;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;

/**
 * A send or a receive of one rank. Owner: the rank's thread; only {@link #finishSend} may be another's. States:
 * FREE -> ACTIVE (begin) -> DONE (finish) -> FREE (release).
 */
public final class ProtocolRequest implements Request {
    /** What it is. */
    enum Kind { SEND, RECEIVE }

    private static final int FREE = 0;
    private static final int ACTIVE = 1;
    private static final int DONE = 2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(ProtocolRequest.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private final ProgressEngine<?> engine;
    private final Supplier<String> waitsFor = this::waitsFor;
    private ProtocolCommunicator communicator;
    private MemorySegment buffer;
    private boolean sends;
    private int worldPeer;
    private int tag;
    private long bytes;
    private int state;

    ProtocolRequest(ProgressEngine<?> engine) {
        this.engine = engine;
    }

    /** @param worldPeer the other rank's number in the world, or ANY_SOURCE */
    void begin(Kind kind, ProtocolCommunicator communicator, MemorySegment buffer, int worldPeer, int tag) {
        this.sends = kind == Kind.SEND;
        this.communicator = communicator;
        this.buffer = buffer;
        this.worldPeer = worldPeer;
        this.tag = tag;
        this.bytes = buffer.byteSize();
        STATE.setRelease(this, ACTIVE);
    }

    /** A send's buffer is not needed any more. May be called by the thread that read it, which touches it no more. */
    public void finishSend() {
        STATE.setRelease(this, DONE);
    }

    /** A receive's data are in its buffer. */
    public void finishReceive(int worldSource, long received) {
        worldPeer = worldSource;
        bytes = received;
        STATE.setRelease(this, DONE);
    }

    @Override
    public Progress poll() {
        engine.requireAlive();
        if (isDone()) {
            return Progress.DONE;
        }
        engine.progress();
        if (isDone()) {
            return Progress.DONE;
        }
        engine.activity().idle(waitsFor);
        return Progress.IDLE;
    }

    @Override
    public int peer() {
        return communicator.groupRank(worldPeer);
    }

    /** {@inheritDoc} Of a receive that is not done: what fits. */
    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void release() {
        if (!isDone()) {
            throw new IllegalStateException("a request was released that is not in flight or not done (peer=" + worldPeer
                    + " tag=" + tag + " bytes=" + bytes + "): release it once, after DONE");
        }
        STATE.setRelease(this, FREE);
        buffer = null;
        engine.recycle(this);
    }

    /** What is sent, or where to receive. */
    public MemorySegment buffer() {
        return buffer;
    }

    /** The other rank's number in the world; of a receive that is not done, may be ANY_SOURCE. */
    public int worldPeer() {
        return worldPeer;
    }

    public int tag() {
        return tag;
    }

    /** The communicator's number. */
    public int context() {
        return communicator.context();
    }

    /** Whether this receive takes such a message. */
    boolean takes(int messageContext, int source, int messageTag) {
        return tag == messageTag && context() == messageContext && (worldPeer == source || worldPeer == Communicator.ANY_SOURCE);
    }

    boolean isDone() {
        return (int) STATE.getAcquire(this) == DONE;
    }

    /** What it waits for, for people. */
    public String waits() {
        return sends ? WaitDescription.send(bytes, worldPeer, tag) : WaitDescription.receive(bytes, worldPeer, tag);
    }

    private String waitsFor() {
        return engine.waits(this);
    }
}
