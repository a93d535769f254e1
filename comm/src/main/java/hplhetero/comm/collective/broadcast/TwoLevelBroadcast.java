package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Sites;
import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.SpreadTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A broadcast in two levels: first from the root to a leader of each group of ranks, then from the leaders within their groups. So a buffer
 * comes to each group once. The leader of a group is its member with the index that the root has in its own group, or the last member where
 * there are fewer. Groups follow each other from the root's on, in the order of their first ranks, and around. Within a group, ranks follow
 * each other from the leader on, and around.
 *
 * @param groups the group of each rank: a host, a leaf switch or a line of a torus
 */
public record TwoLevelBroadcast(String label, Shape shape, Sites groups) implements BroadcastKind {

    /** The shape in which a buffer is passed on, used on both levels. */
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
    public Delivery delivery(int ranks, int root) {
        List<int[]> rings = rings(root);
        Links links = new Links(new Delivery.Builder(label, ranks), new int[ranks]);
        links.add(shape, rings.stream().mapToInt(ring -> ring[0]).toArray());
        rings.forEach(ring -> links.add(shape, ring));
        return links.delivery.build();
    }

    /** Returns the ranks of each group, leaders first; the root's group is the first. */
    private List<int[]> rings(int root) {
        List<int[]> all = new ArrayList<>();
        BitSet listed = new BitSet();
        int first = 0;
        for (int rank = 0; rank < groups.size(); rank = listed.nextClearBit(rank)) {
            int[] members = groups.inside(rank);
            Arrays.stream(members).forEach(listed::set);
            first = groups.together(rank, root) ? all.size() : first;
            all.add(members);
        }
        int place = Arrays.binarySearch(all.get(first), root);
        List<int[]> rings = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            int[] members = all.get((first + i) % all.size());
            int leader = Math.min(place, members.length - 1);
            int[] ring = new int[members.length];
            Arrays.setAll(ring, j -> members[(leader + j) % members.length]);
            rings.add(ring);
        }
        return rings;
    }

    /**
     * The hops of a delivery as they are added, level by level.
     *
     * @param free stage from which each rank may serve another, indexed by rank; along a chain, the stage after that in which the rank is
     *             reached
     */
    private record Links(Delivery.Builder delivery, int[] free) {

        /** Adds the hops from the first rank of {@code ring}, which has the buffer, to its other ranks. */
        void add(Shape shape, int[] ring) {
            switch (shape) {
                case CHAIN -> {
                    for (int i = 1; i < ring.length; i++) {
                        delivery.hop(ring[i - 1], ring[i], free[ring[i - 1]], Segments.SHORT);
                        free[ring[i]] = free[ring[i - 1]] + 1;
                    }
                }
                case BINOMIAL -> {
                    SpreadTree tree = new SpreadTree(ring.length);
                    for (int stage = 0; stage < tree.stages(); stage++) {
                        for (int position = 0; position < ring.length; position++) {
                            int child = tree.child(position, stage);
                            if (child > 0) {
                                delivery.hop(ring[position], ring[child], free[ring[position]], Segments.WHOLE);
                                free[ring[child]] = ++free[ring[position]];
                            }
                        }
                    }
                }
            }
        }
    }
}
