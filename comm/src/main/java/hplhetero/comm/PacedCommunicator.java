package hplhetero.comm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A communicator whose long messages to other sites go in segments, at the pace of {@link PacedSends}. The communicators that
 * {@link #split} makes send their messages whole. Owner: the rank's thread.
 */
final class PacedCommunicator extends ForwardingCommunicator {
    private final Communicator inner;
    private final Sites sites;
    private final PacedSends sends;
    /** The released receives, for reuse. */
    private final List<Segmented> free = new ArrayList<>();

    PacedCommunicator(Communicator inner, Sites sites, PacedSends sends) {
        super(inner);
        this.inner = inner;
        this.sites = sites;
        this.sends = sends;
    }

    @Override
    public Request isend(MemorySegment buffer, int destination, int tag) {
        boolean crosses = destination >= 0 && destination < sites.size() && !sites.together(rank(), destination);
        return crosses && (PacedSends.segments(buffer.byteSize()) > 1 || sends.holdsBack(inner, destination, tag))
                ? sends.send(inner, buffer, destination, tag) : inner.isend(buffer, destination, tag);
    }

    /**
     * {@inheritDoc} A long receive names its source: who receives from any rank cannot know whether the message comes whole or in segments.
     *
     * @throws IllegalArgumentException when a buffer of several segments is to be received from any rank
     */
    @Override
    public Request irecv(MemorySegment buffer, int source, int tag) {
        if (source == ANY_SOURCE && PacedSends.segments(buffer.byteSize()) > 1) {
            throw new IllegalArgumentException("source=ANY_SOURCE bytes=" + buffer.byteSize() + ": a long message comes in segments from "
                    + "another site, and whole from this one: name the source, or receive less than bytes=" + 2 * PacedSends.SEGMENT_BYTES);
        }
        boolean crosses = source >= 0 && source < sites.size() && !sites.together(rank(), source);
        if (!crosses || PacedSends.segments(buffer.byteSize()) == 1) {
            return inner.irecv(buffer, source, tag);
        }
        Segmented receive = free.isEmpty() ? new Segmented() : free.removeLast();
        receive.begin(buffer, source, tag);
        return receive;
    }

    /** A receive of a long message that comes in segments, one request each. */
    private final class Segmented implements Request {
        private final List<Request> requests = new ArrayList<>();
        /** The sender's rank in this communicator. */
        private int source;
        private long bytes;
        /** The number of segments that have come, counted from the first without a gap. */
        private int done;

        void begin(MemorySegment buffer, int source, int tag) {
            this.source = source;
            bytes = buffer.byteSize();
            done = 0;
            for (int i = 0; i < PacedSends.segments(bytes); i++) {
                requests.add(inner.irecv(PacedSends.segment(buffer, i), source, tag));
            }
        }

        @Override
        public Progress poll() {
            int before = done;
            while (done < requests.size() && requests.get(done).poll() == Progress.DONE) {
                requests.get(done++).release();
            }
            return done == requests.size() ? Progress.DONE : done > before ? Progress.ADVANCED : Progress.IDLE;
        }

        @Override
        public int peer() {
            return source;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void release() {
            requests.clear();
            free.add(this);
        }
    }
}
