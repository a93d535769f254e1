package hplhetero.comm.collective.dissemination;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.DescribedRounds;
import java.lang.foreign.MemorySegment;

/** A barrier in ceil(log2 size) rounds: in round k each rank tells the rank 2^k after it that it has come. */
final class DisseminationBarrier extends DescribedRounds implements Collectives.Barrier {
    private final BarrierTraffic traffic;

    DisseminationBarrier(CollectiveChannel channel) {
        super(channel);
        traffic = new BarrierTraffic(channel.size());
    }

    @Override
    public void start() {
        requireIdle();
        begin(traffic);
    }

    @Override
    protected MemorySegment outgoing(int stage, int to, long bytes) {
        throw new AssertionError("a barrier sends no bytes");
    }

    @Override
    protected MemorySegment incoming(int stage, int from, long bytes) {
        throw new AssertionError("a barrier receives no bytes");
    }
}
