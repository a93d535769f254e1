package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.StatedRounds;
import hplhetero.network.schedule.Butterfly;
import java.lang.foreign.MemorySegment;

/** Broadcast by scatter and allgather over a butterfly. */
final class ButterflyBroadcast extends StatedRounds implements Collectives.Broadcast {
    private final Butterfly butterfly;
    private ButterflyTraffic traffic;
    private MemorySegment buffer;

    ButterflyBroadcast(CollectiveChannel channel, Butterfly butterfly) {
        super(channel);
        this.butterfly = butterfly;
    }

    @Override
    public void start(MemorySegment buffer, int root) {
        requireIdle();
        channel.requireRank("root", root);
        this.buffer = buffer;
        traffic = ButterflyTraffic.of("", channel.size(), Order.all(channel.size(), root), butterfly, buffer.byteSize());
        begin(traffic);
    }

    @Override
    protected MemorySegment outgoing(int stage, int to, long bytes) {
        return place(stage, channel.rank(), to, bytes);
    }

    @Override
    protected MemorySegment incoming(int stage, int from, long bytes) {
        return place(stage, from, channel.rank(), bytes);
    }

    private MemorySegment place(int stage, int from, int to, long bytes) {
        return bytes == buffer.byteSize() ? buffer : buffer.asSlice(traffic.offset(stage, from, to), bytes);
    }
}
