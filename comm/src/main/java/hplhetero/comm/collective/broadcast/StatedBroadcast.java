package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.StatedRounds;
import hplhetero.network.schedule.SpreadTree;
import java.lang.foreign.MemorySegment;

/** A broadcast that goes stage by stage as stated: binomial, or scatter and ring. */
final class StatedBroadcast extends StatedRounds implements Collectives.Broadcast {
    private final PlainBroadcast kind;
    private final SpreadTree tree;
    private MemorySegment buffer;
    private Order order;

    StatedBroadcast(PlainBroadcast kind, CollectiveChannel channel) {
        super(channel);
        this.kind = kind;
        tree = new SpreadTree(channel.size());
    }

    @Override
    public void start(MemorySegment buffer, int root) {
        requireIdle();
        channel.requireRank("root", root);
        this.buffer = buffer;
        order = Order.all(channel.size(), root);
        begin(kind.state(channel.size(), buffer.byteSize(), root));
    }

    @Override
    protected MemorySegment outgoing(int stage, int to, long bytes) {
        return buffer.asSlice(offset(stage, order.relative(to), order.relative(channel.rank())), bytes);
    }

    @Override
    protected MemorySegment incoming(int stage, int from, long bytes) {
        return buffer.asSlice(offset(stage, order.relative(channel.rank()), order.relative(from)), bytes);
    }

    /** Where begins what goes to position {@code receiver} down the tree, or what {@code sender} passes around the ring. */
    private long offset(int stage, int receiver, int sender) {
        if (kind == PlainBroadcast.BINOMIAL) {
            return 0;
        }
        return stage < tree.stages() ? tree.offset(receiver, buffer.byteSize())
                : tree.offset(tree.rolled(sender, stage - tree.stages()), buffer.byteSize());
    }
}
