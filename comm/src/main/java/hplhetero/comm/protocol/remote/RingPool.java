package hplhetero.comm.protocol.remote;

import java.util.ArrayList;
import java.util.List;

/**
 * The receive rings of a rank, given to peers first come, first served. The last ring of the memory is shared by all peers that come later.
 * Rings are not given back, because ranks that have exchanged messages go on doing so. Owner: the rank's thread.
 */
public final class RingPool {
    private final Area area;
    private final RemoteLimits limits;
    /** The number of ranks that may ask for a ring. */
    private final int peers;
    /** The number of rings that there is memory for, at most one for each peer. */
    private final long rings;
    /** The rings that were given to peers, in order. */
    private final List<InRing> taken = new ArrayList<>();
    /** The ring that all further peers share; null: it was not reached yet. */
    private InRing shared;

    /**
     * Makes a pool in which no ring was given away.
     *
     * @param peers the number of ranks that may ask for a ring
     */
    public RingPool(Area area, RemoteLimits limits, int peers) {
        this.area = area;
        this.limits = limits;
        this.rings = Math.min(peers, limits.ringBytes() / ringBytes());
        this.peers = peers;
    }

    private long ringBytes() {
        return InRing.bytes(limits.slotBytes(), limits.ringSlots());
    }

    /**
     * Gives another rank a ring of this rank's memory: a queue of slots into which that rank writes its messages. When all others are
     * taken, the last ring goes to all ranks that come later.
     *
     * @param peer the other rank, which asks only once
     * @return the ring
     */
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

    /**
     * Returns the number of rings, queues of slots for messages, that were given to other ranks; one that several ranks share counts once.
     */
    public int size() {
        return taken.size();
    }

    /**
     * Returns one of the rings, queues of slots for messages, that were given to other ranks.
     *
     * @param index index of the ring in the order in which they were given, 0 .. {@link #size} - 1
     */
    public InRing get(int index) {
        return taken.get(index);
    }
}
