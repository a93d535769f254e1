package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.StatedRounds;
import hplhetero.network.schedule.PieceSizes;
import java.lang.foreign.MemorySegment;

/** Allgather by neighbour exchange. */
final class NeighbourAllgather extends StatedRounds implements Collectives.Allgather {
    private MemorySegment buffer;
    private long[] offsets;

    NeighbourAllgather(CollectiveChannel channel) {
        super(channel);
    }

    @Override
    public void start(MemorySegment buffer, long[] offsets, long[] lengths) {
        requireIdle();
        PieceCheck.check(channel.size(), buffer, offsets, lengths);
        this.buffer = buffer;
        this.offsets = offsets;
        begin(new NeighbourTraffic("", channel.size(), PieceSizes.lying(offsets, lengths)));
    }

    @Override
    protected MemorySegment outgoing(int stage, int to, long bytes) {
        return buffer.asSlice(offsets[NeighbourTraffic.first(stage, channel.rank(), channel.size())], bytes);
    }

    @Override
    protected MemorySegment incoming(int stage, int from, long bytes) {
        return buffer.asSlice(offsets[NeighbourTraffic.first(stage, from, channel.size())], bytes);
    }
}
