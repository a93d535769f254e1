package hplhetero.comm;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/** Counts bytes sent between sites. */
public record CountedCommunicator(Communicator inner, Sites sites, AtomicLong bytesBetweenSites) implements Communicator {

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
        if (!sites.together(rank(), destination)) {
            bytesBetweenSites.addAndGet(buffer.byteSize());
        }
        return inner.isend(buffer, destination, tag);
    }

    @Override
    public Request irecv(MemorySegment buffer, int source, int tag) {
        return inner.irecv(buffer, source, tag);
    }

    @Override
    public Communicator split(int color, int key) {
        throw new UnsupportedOperationException("the sites of a part are not known");
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
