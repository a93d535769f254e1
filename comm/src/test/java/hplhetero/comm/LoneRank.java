package hplhetero.comm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A rank without others, to see what an algorithm sends: messages are done at once and go nowhere. Keeps the bytes of each message to and
 * from each peer, in order.
 */
public final class LoneRank implements Communicator {
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
    private final int size;
    private final List<List<Long>> sent = new ArrayList<>();
    private final List<List<Long>> received = new ArrayList<>();
    private final Activity activity = new Activity();

    public LoneRank(int rank, int size) {
        this.rank = rank;
        this.size = size;
        for (int peer = 0; peer < size; peer++) {
            sent.add(new ArrayList<>());
            received.add(new ArrayList<>());
        }
    }

    /** The bytes of each message to each peer. */
    public List<List<Long>> sent() {
        return sent;
    }

    /** The bytes of each message from each peer. */
    public List<List<Long>> received() {
        return received;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public String hostName() {
        return "nowhere";
    }

    @Override
    public Request isend(MemorySegment buffer, int destination, int tag) {
        sent.get(destination).add(buffer.byteSize());
        return DONE;
    }

    @Override
    public Request irecv(MemorySegment buffer, int source, int tag) {
        received.get(source).add(buffer.byteSize());
        return DONE;
    }

    @Override
    public Communicator split(int color, int key) {
        throw new UnsupportedOperationException("messages go nowhere here: nothing can be agreed on");
    }

    @Override
    public void free() {
        // nothing is held
    }

    @Override
    public Activity activity() {
        return activity;
    }

    @Override
    public void shareCores() {
        // there are no others
    }

    @Override
    public void abort(String reason, Throwable cause) {
        throw new IllegalStateException(reason, cause);
    }
}
