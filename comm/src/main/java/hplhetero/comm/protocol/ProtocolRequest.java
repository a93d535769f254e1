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
 * A send or a receive of one rank. Owner: the rank's thread; only {@link #finishSend} may be called by another thread. States: FREE ->
 * ACTIVE (begin) -> DONE (finish) -> FREE (release).
 */
public final class ProtocolRequest implements Request {
    /** The direction of a request's message. */
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
    /** The supplier of {@link #waitsFor()}, kept so that polls allocate nothing. */
    private final Supplier<String> waitsFor = this::waitsFor;
    private ProtocolCommunicator communicator;
    private MemorySegment buffer;
    /** Whether this is a send; else it is a receive. */
    private boolean sends;
    /** The other rank's number in the world; {@link Communicator#ANY_SOURCE} in a receive from any rank that is not done. */
    private int worldPeer;
    private int tag;
    /** The size of the buffer in bytes; once a receive is done, the length of the message. */
    private long bytes;
    /** FREE, ACTIVE or DONE; accessed through {@link #STATE}, with release and acquire. */
    private int state;

    ProtocolRequest(ProgressEngine<?> engine) {
        this.engine = engine;
    }

    /**
     * Begins a message with this object.
     *
     * @param worldPeer the other rank's number in the world, or {@link Communicator#ANY_SOURCE}
     */
    void begin(Kind kind, ProtocolCommunicator communicator, MemorySegment buffer, int worldPeer, int tag) {
        this.sends = kind == Kind.SEND;
        this.communicator = communicator;
        this.buffer = buffer;
        this.worldPeer = worldPeer;
        this.tag = tag;
        this.bytes = buffer.byteSize();
        STATE.setRelease(this, ACTIVE);
    }

    /**
     * Notes that a send's buffer is not needed any more. May be called by the thread that has read the buffer, which then touches it no
     * more.
     */
    public void finishSend() {
        STATE.setRelease(this, DONE);
    }

    /**
     * Notes that a receive's data are in its buffer.
     *
     * @param worldSource the sender's rank in the world
     * @param received    the length of the message in bytes
     */
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

    /** {@inheritDoc} For a receive that is not done, the number of bytes that fit into its buffer. */
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

    /** Returns the memory that holds the message to send, or into which a message is received. */
    public MemorySegment buffer() {
        return buffer;
    }

    /** Returns the other rank's number in the world, which may be {@link Communicator#ANY_SOURCE} for a receive that is not done. */
    public int worldPeer() {
        return worldPeer;
    }

    /** Returns the message's tag. */
    public int tag() {
        return tag;
    }

    /** Returns the number of the communicator that this request belongs to. */
    public int context() {
        return communicator.context();
    }

    /**
     * Returns whether this receive takes a message: communicator and tag are the same, and the sender is the one asked for, or any.
     *
     * @param messageContext number of the message's communicator
     * @param source         the sender's rank in the world
     * @param messageTag     the message's tag
     */
    boolean takes(int messageContext, int source, int messageTag) {
        return tag == messageTag && context() == messageContext && (worldPeer == source || worldPeer == Communicator.ANY_SOURCE);
    }

    /** Returns whether the message is complete: its buffer belongs to the caller again. */
    boolean isDone() {
        return (int) STATE.getAcquire(this) == DONE;
    }

    /** Returns what this request waits for, for people. */
    public String waits() {
        return sends ? WaitDescription.send(bytes, worldPeer, tag) : WaitDescription.receive(bytes, worldPeer, tag);
    }

    /** Returns what this rank waits for, for people, this request first. */
    private String waitsFor() {
        return engine.waits(this);
    }
}
