package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.Traffic;

/**
 * First to a leader of each group of ranks, from there within the groups; so a buffer comes to each group once.
 *
 * @param groups of all ranks: hosts, leaf switches, lines of a torus
 */
public record TwoLevelBroadcast(String label, Shape shape, Sites groups) implements BroadcastKind {

    /** Of both levels. */
    public enum Shape {
        /** A binomial tree, for short buffers. */
        BINOMIAL,
        /** A chain along which a buffer goes in segments. */
        CHAIN
    }

    @Override
    public boolean takes(int ranks) {
        return ranks == groups.size();
    }

    @Override
    public Traffic state(int ranks, long bytes, int root) {
        return new TreeTraffic(label, tree(root), segments(), bytes);
    }

    TwoLevelTree tree(int root) {
        return TwoLevelTree.of(shape, groups, root);
    }

    Segments segments() {
        return shape == Shape.CHAIN ? Segments.SHORT : Segments.WHOLE;
    }

    @Override
    public Collectives.Broadcast broadcast(CollectiveChannel channel) {
        return new TreeBroadcast(channel, this);
    }
}
