package hplhetero.comm.protocol.remote.rendezvous;

import hplhetero.comm.protocol.remote.Area;
import hplhetero.comm.protocol.remote.SchedulePolicy;
import java.util.ArrayList;

/**
 * The long sends that were cleared. Decides which of them puts its next segment. Short messages do not pass through this queue: they go at
 * once, so a short message waits for at most {@link SchedulePolicy#segmentsInFlight} segments of long ones. Owner: the rank's thread.
 */
final class ScheduleQueue {
    private final SchedulePolicy policy;
    private final Area area;
    /** The sends that have segments to put or under way, in the order in which they were cleared. */
    private final ArrayList<LongSend> cleared = new ArrayList<>();
    /** The number of segments under way to each peer, indexed by rank. */
    private final int[] inFlight;
    /** The value of {@link #served} when a segment last went to each peer, indexed by rank. */
    private final long[] lastServed;
    /** The number of segments that were sent to all peers together. */
    private long served;

    ScheduleQueue(SchedulePolicy policy, Area area, int size) {
        this.policy = policy;
        this.area = area;
        this.inFlight = new int[size];
        this.lastServed = new long[size];
    }

    /** Adds a long send whose receiver has told where its segments are to go. */
    void add(LongSend send) {
        cleared.add(send);
    }

    /** Returns the long send whose next segment is to be put now, or null when no send may put one. */
    LongSend next() {
        LongSend best = null;
        for (int i = 0; i < cleared.size(); i++) {
            LongSend send = cleared.get(i);
            boolean may = inFlight[send.peer()] < policy.segmentsInFlight() && send.hasPlace(area);
            if (may && (best == null || goesBefore(send, best))) {
                best = send;
            }
            if (policy.order() == SchedulePolicy.Order.FIRST_COME && send.left() > 0) {
                break;
            }
        }
        return best;
    }

    /** Returns whether a send that was cleared after {@code other} goes before it. */
    private boolean goesBefore(LongSend send, LongSend other) {
        return switch (policy.order()) {
            case FIRST_COME -> false;
            case ROUND_ROBIN -> lastServed[send.peer()] < lastServed[other.peer()];
            case SHORTEST_FIRST -> send.left() < other.left();
        };
    }

    /** Notes that a segment of a send is under way to the receiver. */
    void served(LongSend send) {
        inFlight[send.peer()]++;
        lastServed[send.peer()] = ++served;
    }

    /** Notes that the put of a segment of a send is done. */
    void segmentDone(LongSend send) {
        inFlight[send.peer()]--;
    }

    /** Removes a send whose segments have all been put. */
    void remove(LongSend send) {
        cleared.remove(send);
    }
}
