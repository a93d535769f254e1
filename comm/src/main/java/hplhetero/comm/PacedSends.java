package hplhetero.comm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The long messages of a rank to other sites, which leave in segments. A bounded number of segments is on its way at any time, so a short
 * message, such as a pivot, waits only for these and not for everything that is to be sent. A rank has one object for all of its
 * communicators, because they share its link. Owner: the rank's thread.
 *
 * <p>Messages to one rank with one tag keep their order. In each such order one segment may always be on its way, so that no message waits
 * for those of another order. More segments may go as long as each one gets through within about {@link #MOST_NANOS}. This class cannot
 * control what other hosts send over the same link, nor what the kernel has already taken from this process.
 */
public final class PacedSends {
    /**
     * The least bytes of a segment of a message that is cut; a segment has less than twice as many. This is more than transports send
     * without asking the receiver, because a receiver cannot hold such messages back.
     */
    static final long SEGMENT_BYTES = 80 << 10;
    /** The alignment of a segment's beginning within its message, in bytes. */
    private static final long ALIGNMENT_BYTES = 8;
    /** The longest time that a segment should be on its way, in nanoseconds. */
    private static final long MOST_NANOS = 12_000_000;
    /** The least number of segments that may be on their way together: with fewer the link would be idle between two segments. */
    private static final int FEWEST = 2;
    /** The greatest number of segments that may be on their way together: 64 segments are 5 MiB, enough for any link. */
    private static final int MOST = 64;

    /** The messages that have segments left to send or still on their way, in the order in which they were started. */
    private final List<Paced> open = new ArrayList<>();
    /** The released sends, for reuse. */
    private final List<Paced> free = new ArrayList<>();
    /** The number of segments that may be on their way together, {@link #FEWEST} to {@link #MOST}, adapted to how long segments take. */
    private int allowed = FEWEST;
    /** The number of segments that are on their way now. */
    private int underWay;

    /**
     * Returns a communicator that sends long messages between sites in segments, a few of which are on their way at a time, so that short
     * messages need not wait for all of a long one. A site is a group of hosts behind one shared, slower link to all others. Messages of
     * 160 KiB and more are cut, into segments of 80 to 160 KiB; shorter ones, and those within a site, go whole. Both ends of each message
     * must give the same number of bytes, and a receive of 160 KiB or more must name its source.
     *
     * @param communicator carries the messages
     * @param sites        the site of each rank of {@code communicator}, the same on all ranks; with one site, {@code communicator} itself
     *                     is returned
     */
    public Communicator pace(Communicator communicator, Sites sites) {
        return sites.one() ? communicator : new PacedCommunicator(communicator, sites, this);
    }

    /** Returns the number of segments in which a message of so many bytes goes. */
    static int segments(long bytes) {
        return (int) Math.max(1, bytes / SEGMENT_BYTES);
    }

    /** Returns the part of a message that is its segment {@code index}, counted from 0. */
    static MemorySegment segment(MemorySegment message, int index) {
        int count = segments(message.byteSize());
        long from = begin(message, index, count);
        return message.asSlice(from, (index + 1 == count ? message.byteSize() : begin(message, index + 1, count)) - from);
    }

    /** Returns the byte at which segment {@code index} of {@code count} begins. */
    private static long begin(MemorySegment message, int index, int count) {
        return message.byteSize() / count * index / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    }

    /** Returns whether a message with this destination and tag is still being sent, so that the next one must queue behind it. */
    boolean holdsBack(Communicator communicator, int destination, int tag) {
        for (Paced send : open) {
            if (send.sameOrder(communicator, destination, tag)) {
                return true;
            }
        }
        return false;
    }

    /** Starts a send in segments, or a short one that must keep its order behind such a send. */
    Request send(Communicator communicator, MemorySegment buffer, int destination, int tag) {
        Paced send = free.isEmpty() ? new Paced() : free.removeLast();
        send.begin(communicator, buffer, destination, tag);
        open.add(send);
        post();
        return send;
    }

    /** Takes back the segments that are done, and posts those that may go now. */
    private void progress() {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).takeBack();
        }
        post();
    }

    /** Posts every segment that may go now, and forgets the messages that are done. */
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

    /**
     * Returns whether the next segment of {@code send} may go now.
     *
     * @param before the number of messages in {@link #open} that are older than {@code send}
     */
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

    /** Adapts the number of segments that may be on their way to how long the latest one took, in nanoseconds. */
    private void adapt(long nanos) {
        if (nanos > MOST_NANOS) {
            allowed = Math.max(FEWEST, allowed - 1);
        } else if (nanos < MOST_NANOS / 2) {
            allowed = Math.min(MOST, allowed + 1);
        }
    }

    /** One message that is sent in segments. */
    private final class Paced implements Request {
        private Communicator communicator;
        private MemorySegment buffer;
        private int destination;
        private int tag;
        /** The number of segments of this message. */
        private int count;
        /** The number of segments that were given to the communicator. */
        private int posted;
        /** The number of segments that are done. */
        private int done;
        /** The requests of the segments on their way; segment i is at index i % {@link #MOST}. */
        private final Request[] requests = new Request[MOST];
        /** The time at which each segment on its way was posted, by {@link System#nanoTime}, indexed as {@link #requests}. */
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

        /** Returns whether a message with these values must keep its order behind this one. */
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
