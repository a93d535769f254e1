package hplhetero.comm.collective;

import hplhetero.comm.Collectives;
import hplhetero.comm.Progress;
import java.lang.foreign.MemorySegment;

/** Allgather around the ring of all ranks: size - 1 steps, each piece crosses every link but one once. */
final class RingAllgather implements Collectives.Allgather {
    private final Lane lane;
    private final Relay relay;
    private final int[] next;

    RingAllgather(Lane lane) {
        this.lane = lane;
        this.relay = new Relay(lane);
        this.next = new int[] {lane.after(1)};
    }

    @Override
    public void start(MemorySegment buffer, long[] offsets, long[] lengths) {
        Pieces.check(lane.size(), buffer, offsets, lengths);
        if (!relay.idle()) {
            throw InFlight.refuse(this);
        }
        relay.begin(buffer, lane.before(1));
        relay.passOn(lane.size() - 1, next);
        relay.hold(offsets[lane.rank()], lengths[lane.rank()]);
        for (int step = 1; step < lane.size(); step++) {
            int rank = lane.before(step);
            relay.expect(offsets[rank], lengths[rank]);
        }
        relay.poll();
    }

    @Override
    public Progress poll() {
        return relay.poll();
    }
}
