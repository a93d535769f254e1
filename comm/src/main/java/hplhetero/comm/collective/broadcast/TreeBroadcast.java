package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.Progress;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.InFlight;
import hplhetero.comm.collective.frame.PipelinedForward;
import java.lang.foreign.MemorySegment;

/** A broadcast down a tree, in segments that are passed on as they come. */
final class TreeBroadcast implements Collectives.Broadcast {
    private final CollectiveChannel channel;
    private final TwoLevelBroadcast kind;
    private final PipelinedForward forward;
    /** By root, as they are asked for. */
    private final TwoLevelTree[] trees;

    TreeBroadcast(CollectiveChannel channel, TwoLevelBroadcast kind) {
        this.channel = channel;
        this.kind = kind;
        forward = new PipelinedForward(channel, kind.segments());
        trees = new TwoLevelTree[channel.size()];
    }

    @Override
    public void start(MemorySegment buffer, int root) {
        channel.requireRank("root", root);
        if (!forward.idle()) {
            throw InFlight.refuse(this);
        }
        if (trees[root] == null) {
            trees[root] = kind.tree(root);
        }
        int parent = trees[root].parent()[channel.rank()];
        forward.begin(buffer, parent);
        forward.passAllOn(trees[root].children()[channel.rank()]);
        if (parent < 0) {
            forward.holdAll();
        } else {
            forward.expectAll();
        }
        forward.poll();
    }

    @Override
    public Progress poll() {
        return forward.poll();
    }
}
