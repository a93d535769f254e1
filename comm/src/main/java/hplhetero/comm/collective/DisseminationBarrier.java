package hplhetero.comm.collective;

import hplhetero.comm.Collectives;
import java.lang.foreign.MemorySegment;

/** Barrier in ceil(log2 size) rounds: in round k each rank tells the one 2^k after it that it has come. */
final class DisseminationBarrier extends Rounds implements Collectives.Barrier {

    DisseminationBarrier(CollectiveChannel channel) {
        super(channel);
    }

    @Override
    public void start() {
        requireIdle();
        begin(Dissemination.rounds(channel.size()));
    }

    @Override
    void post(int round) {
        int distance = 1 << round;
        pending.add(channel.receive(MemorySegment.NULL, channel.before(distance)));
        pending.add(channel.send(MemorySegment.NULL, channel.after(distance)));
    }
}
