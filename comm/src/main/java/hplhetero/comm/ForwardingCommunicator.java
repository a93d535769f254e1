package hplhetero.comm;

import java.lang.foreign.MemorySegment;

/**
 * A communicator that passes each call on to another communicator. Subclasses override the calls that they change or observe. Owner: the
 * rank's thread.
 */
public abstract class ForwardingCommunicator implements Communicator {
    private final Communicator inner;

    /** Makes a communicator that passes each call on to {@code inner}. */
    protected ForwardingCommunicator(Communicator inner) {
        this.inner = inner;
    }

    @Override
    public int rank() {
        return inner.rank();
    }

    @Override
    public int size() {
        return inner.size();
    }

    @Override
    public String hostName() {
        return inner.hostName();
    }

    @Override
    public Request isend(MemorySegment buffer, int destination, int tag) {
        return inner.isend(buffer, destination, tag);
    }

    @Override
    public Request irecv(MemorySegment buffer, int source, int tag) {
        return inner.irecv(buffer, source, tag);
    }

    @Override
    public Communicator split(int color, int key) {
        return inner.split(color, key);
    }

    @Override
    public void free() {
        inner.free();
    }

    @Override
    public Activity activity() {
        return inner.activity();
    }

    @Override
    public void shareCores() {
        inner.shareCores();
    }

    @Override
    public void abort(String reason, Throwable cause) {
        inner.abort(reason, cause);
    }
}
