package hplhetero.comm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Has a rank's long messages to other sites leave in segments, of which a bounded number is on its way: a short message, such as a pivot,
 * then waits behind these and not behind all that is to be sent. One for all communicators of a rank: they share its link. Owner: the
 * rank's thread.
 *
 * <p>Of the messages to one rank with one tag, which keep their order, a segment may always be on its way, so that no message waits for
 * one of others; more as long as all together pass within {@link #MOST_NANOS}, about. What other hosts send over the same link, and what
 * the kernel has taken from us, is not in our hands.
 */
public final class PacedSends {
    /** Of a segment but of twice as many: more than transports send without asking the receiver, who would not hold them back. */
    static final long SEGMENT_BYTES = 80 << 10;
    /** Segments begin at multiples of so many bytes. */
    private static final long ALIGNMENT_BYTES = 8;
    /** For which a segment is to be on its way. */
    private static final long MOST_NANOS = 12_000_000;
    /** Segments that may be on their way: fewer would leave the link idle between two, ... */
    private static final int FEWEST = 2;
    /** ... and 5 MiB are enough for any. */
    private static final int MOST = 64;

    /** In the order in which they were started: all but those whose segments have all left. */
    private final List<Paced> open = new ArrayList<>();
    private final List<Paced> free = new ArrayList<>();
    private int allowed = FEWEST;
    private int underWay;

    /**
     * A communicator whose long messages between ranks of different sites go in segments. Both ends of each message give the same number
     * of bytes.
     *
     * @param sites of its ranks; with one it is given back as it is
     */
    public Communicator pace(Communicator communicator, Sites sites) {
        return sites.one() ? communicator : new PacedCommunicator(communicator, sites, this);
    }

    /** In how many segments so many bytes go. */
    static int segments(long bytes) {
        return (int) Math.max(1, bytes / SEGMENT_BYTES);
    }

    /** Segment {@code index} of a message. */
    static MemorySegment segment(MemorySegment message, int index) {
        int count = segments(message.byteSize());
        long from = begin(message, index, count);
        return message.asSlice(from, (index + 1 == count ? message.byteSize() : begin(message, index + 1, count)) - from);
    }

    private static long begin(MemorySegment message, int index, int count) {
        return message.byteSize() / count * index / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    }

    /** Whether a message waits for others of its order, so that the next one has to as well. */
    boolean holdsBack(Communicator communicator, int destination, int tag) {
        for (Paced send : open) {
            if (send.sameOrder(communicator, destination, tag)) {
                return true;
            }
        }
        return false;
    }

    Request send(Communicator communicator, MemorySegment buffer, int destination, int tag) {
        Paced send = free.isEmpty() ? new Paced() : free.removeLast();
        send.begin(communicator, buffer, destination, tag);
        open.add(send);
        post();
        return send;
    }

    /** Moves on what is on its way. */
    private void progress() {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).takeBack();
        }
        post();
    }

    private void post() {
        int kept = 0;
        for (int i = 0; i < open.size(); i++) {
            Paced send = open.get(i);
            while (send.posted < send.count && mayPost(send, kept)) {
                send.post();
            }
            if (!send.isDone()) {
                open.set(kept++, send);
            }
        }
        while (open.size() > kept) {
            open.removeLast();
        }
    }

    /** @param before so many of the open messages are older */
    private boolean mayPost(Paced send, int before) {
        boolean alone = send.posted == send.done;
        for (int i = 0; i < before; i++) {
            Paced older = open.get(i);
            if (older.sameOrder(send.communicator, send.destination, send.tag)) {
                if (older.posted < older.count) {
                    return false;
                }
                alone = false;
            }
        }
        return alone || underWay < allowed;
    }

    private void adapt(long nanos) {
        if (nanos > MOST_NANOS) {
            allowed = Math.max(FEWEST, allowed - 1);
        } else if (nanos < MOST_NANOS / 2) {
            allowed = Math.min(MOST, allowed + 1);
        }
    }

    /** A message that goes in segments. */
    private final class Paced implements Request {
        private Communicator communicator;
        private MemorySegment buffer;
        private int destination;
        private int tag;
        private int count;
        private int posted;
        private int done;
        private final Request[] requests = new Request[MOST];
        private final long[] postedAt = new long[MOST];

        void begin(Communicator communicator, MemorySegment buffer, int destination, int tag) {
            this.communicator = communicator;
            this.buffer = buffer;
            this.destination = destination;
            this.tag = tag;
            count = segments(buffer.byteSize());
            posted = 0;
            done = 0;
        }

        boolean sameOrder(Communicator other, int otherDestination, int otherTag) {
            return communicator == other && destination == otherDestination && tag == otherTag;
        }

        void post() {
            int slot = posted % MOST;
            requests[slot] = communicator.isend(segment(buffer, posted), destination, tag);
            postedAt[slot] = System.nanoTime();
            posted++;
            underWay++;
        }

        void takeBack() {
            while (done < posted && requests[done % MOST].poll() == Progress.DONE) {
                int slot = done++ % MOST;
                requests[slot].release();
                requests[slot] = null;
                underWay--;
                adapt(System.nanoTime() - postedAt[slot]);
            }
        }

        boolean isDone() {
            return done == count;
        }

        @Override
        public Progress poll() {
            if (isDone()) {
                return Progress.DONE;
            }
            int before = done + posted;
            progress();
            return isDone() ? Progress.DONE : done + posted > before ? Progress.ADVANCED : Progress.IDLE;
        }

        @Override
        public int peer() {
            return destination;
        }

        @Override
        public long bytes() {
            return buffer.byteSize();
        }

        @Override
        public void release() {
            buffer = null;
            free.add(this);
        }
    }
}
