package hplhetero.comm.protocol.remote;

import java.util.ArrayList;

/**
 * The long sends that were cleared, and which of them puts its next segment. Short messages do not pass through it: they go at once, so
 * that one waits for no more bulk than {@link SchedulePolicy#segmentsInFlight} segments. Owner: the rank's thread.
 */
final class ScheduleQueue {
    private final SchedulePolicy policy;
    private final Area area;
    private final ArrayList<LongSend> cleared = new ArrayList<>();
    private long served;

    ScheduleQueue(SchedulePolicy policy, Area area) {
        this.policy = policy;
        this.area = area;
    }

    void add(LongSend send) {
        cleared.add(send);
    }

    /** The send whose segment goes next, or null: none may. */
    LongSend next() {
        LongSend best = null;
        for (int i = 0; i < cleared.size(); i++) {
            LongSend send = cleared.get(i);
            boolean may = send.peer.segmentsInFlight < policy.segmentsInFlight() && send.hasPlace(area);
            if (may && (best == null || goesBefore(send, best))) {
                best = send;
            }
            if (policy.order() == SchedulePolicy.Order.FIRST_COME && send.left() > 0) {
                break;
            }
        }
        return best;
    }

    private boolean goesBefore(LongSend send, LongSend other) {
        return switch (policy.order()) {
            case FIRST_COME -> false;
            case ROUND_ROBIN -> send.peer.lastServed < other.peer.lastServed;
            case SHORTEST_FIRST -> send.left() < other.left();
        };
    }

    /** A segment of it was put. */
    void served(LongSend send) {
        send.peer.lastServed = ++served;
    }

    void remove(LongSend send) {
        cleared.remove(send);
    }
}
