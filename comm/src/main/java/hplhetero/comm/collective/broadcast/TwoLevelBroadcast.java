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
 * First to a leader of each group of ranks, from there within the groups; so a buffer comes to each group once. The leader has the place in
 * its group that the root has in the root's, or the last one. Groups follow each other from the root's on, in the order of their first
 * ranks; the ranks of a group from its leader on; both around.
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
    public Delivery delivery(int ranks, int root) {
        List<int[]> rings = rings(root);
        Links links = new Links(new Delivery.Builder(label, ranks), new int[ranks]);
        links.add(shape, rings.stream().mapToInt(ring -> ring[0]).toArray());
        rings.forEach(ring -> links.add(shape, ring));
        return links.delivery.build();
    }

    /** The ranks of each group, leaders first. */
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
     * Links ranks level by level.
     *
     * @param free of each rank: the stage from which it may serve another, or, along a chain, the one after that in which it is reached
     */
    private record Links(Delivery.Builder delivery, int[] free) {

        /** From the first of some ranks, which has the buffer, to the others. */
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
