package hplhetero.comm.protocol.remote;

import java.util.ArrayList;
import java.util.List;

/**
 * The receive rings of a rank, and who gets one: first come, first served; the last ring of the memory is shared by all who come later.
 * Rings are not given back: ranks that have exchanged messages go on doing so. Owner: the rank's thread.
 */
public final class RingPool {
    private final Area area;
    private final RemoteLimits limits;
    private final int peers;
    private final long rings;
    private final List<InRing> taken = new ArrayList<>();
    private InRing shared;

    /** @param peers the number of ranks that may ask for a ring */
    public RingPool(Area area, RemoteLimits limits, int peers) {
        this.area = area;
        this.limits = limits;
        this.rings = Math.min(peers, limits.ringBytes() / ringBytes());
        this.peers = peers;
    }

    private long ringBytes() {
        return InRing.bytes(limits.slotBytes(), limits.ringSlots());
    }

    /** Returns a ring that {@code peer} may write to. */
    public InRing take(int peer) {
        if (shared != null) {
            return shared;
        }
        boolean last = taken.size() == rings - 1 && peers > rings;
        InRing ring = new InRing(area, area.rings() + taken.size() * ringBytes(), limits, last ? InRing.SHARED : peer);
        taken.add(ring);
        if (last) {
            shared = ring;
        }
        return ring;
    }

    public int size() {
        return taken.size();
    }

    public InRing get(int index) {
        return taken.get(index);
    }
}
