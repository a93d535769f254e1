package hplhetero.comm.collective;

import hplhetero.comm.Collectives;
import java.lang.foreign.MemorySegment;

/** Barrier in ceil(log2 size) rounds: in round k each rank tells the one 2^k after it that it has come. */
final class DisseminationBarrier extends Rounds implements Collectives.Barrier {

    DisseminationBarrier(Lane lane) {
        super(lane);
    }

    @Override
    public void start() {
        requireIdle();
        begin(Dissemination.rounds(lane.size()));
    }

    @Override
    void post(int round) {
        int distance = 1 << round;
        pending.add(lane.receive(MemorySegment.NULL, lane.before(distance)));
        pending.add(lane.send(MemorySegment.NULL, lane.after(distance)));
    }
}
