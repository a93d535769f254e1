package hplhetero.bench.jmh;

import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;

/**
 * A communicator whose messages are done at once and go nowhere, so that only the work of the sender's code remains. It counts the bytes.
 */
final class InstantCommunicator implements Communicator {
    private static final Request DONE = new Request() {
        @Override
        public Progress poll() {
            return Progress.DONE;
        }

        @Override
        public int peer() {
            throw new UnsupportedOperationException("no message has a peer here");
        }

        @Override
        public long bytes() {
            throw new UnsupportedOperationException("no message has a length here");
        }
    };

    private final int rank;
    private final Activity activity = new Activity();
    /** The bytes sent to each rank, indexed by rank. */
    final long[] sent;
    /** The bytes received from each rank, indexed by rank. */
    final long[] received;

    InstantCommunicator(int rank, int size) {
        this.rank = rank;
        sent = new long[size];
        received = new long[size];
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return sent.length;
    }

    @Override
    public String hostName() {
        return "nowhere";
    }

    @Override
    public Request isend(MemorySegment buffer, int destination, int tag) {
        sent[destination] += buffer.byteSize();
        return DONE;
    }

    @Override
    public Request irecv(MemorySegment buffer, int source, int tag) {
        received[source] += buffer.byteSize();
        return DONE;
    }

    @Override
    public Communicator split(int color, int key) {
        throw new UnsupportedOperationException("messages go nowhere here: nothing can be agreed on");
    }

    @Override
    public void free() {
        // nothing to free: this communicator holds nothing
    }

    @Override
    public Activity activity() {
        return activity;
    }

    @Override
    public void shareCores() {
        // nothing to share: there are no other ranks
    }

    @Override
    public void abort(String reason, Throwable cause) {
        throw new IllegalStateException(reason, cause);
    }
}
