package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Sites;
import hplhetero.network.schedule.SpreadTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A tree over groups of ranks: the root brings a buffer to a leader of each other group, leaders to the ranks of their own. The leader has
 * the place in its group that the root has in the root's, or the last one. Groups follow each other from the root's on, in the order of
 * their first ranks; the ranks of a group from its leader on; both around.
 *
 * @param parent   of each rank, or -1
 * @param reached  of each rank: the stage at which the first segment comes to it, or -1
 * @param children of each rank, in the order in which they are served
 */
record TwoLevelTree(int[] parent, int[] reached, int[][] children) {

    static TwoLevelTree of(TwoLevelBroadcast.Shape shape, Sites groups, int root) {
        List<int[]> rings = rings(groups, root);
        Builder builder = new Builder(groups.size());
        builder.link(shape, rings.stream().mapToInt(ring -> ring[0]).toArray());
        rings.forEach(ring -> builder.link(shape, ring));
        return builder.build();
    }

    /** The ranks of each group, leaders first. */
    private static List<int[]> rings(Sites groups, int root) {
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

    /** Links ranks level by level. */
    private static final class Builder {
        private final int[] parent;
        private final int[] reached;
        /** Of each rank: the stage from which it may serve a child. */
        private final int[] free;
        private final List<List<Integer>> children = new ArrayList<>();

        Builder(int ranks) {
            parent = new int[ranks];
            reached = new int[ranks];
            free = new int[ranks];
            Arrays.fill(parent, -1);
            Arrays.fill(reached, -1);
            for (int rank = 0; rank < ranks; rank++) {
                children.add(new ArrayList<>());
            }
        }

        /** From the first of some ranks, which has the buffer from stage {@code free} on, to the others. */
        void link(TwoLevelBroadcast.Shape shape, int[] ring) {
            switch (shape) {
                case CHAIN -> {
                    for (int i = 1; i < ring.length; i++) {
                        serve(ring[i - 1], ring[i], reached[ring[i - 1]] + 1);
                    }
                }
                case BINOMIAL -> {
                    SpreadTree tree = new SpreadTree(ring.length);
                    for (int stage = 0; stage < tree.stages(); stage++) {
                        for (int position = 0; position < ring.length; position++) {
                            int child = tree.child(position, stage);
                            if (child > 0) {
                                serve(ring[position], ring[child], free[ring[position]]);
                            }
                        }
                    }
                }
            }
        }

        private void serve(int from, int to, int stage) {
            parent[to] = from;
            reached[to] = stage;
            free[from] = stage + 1;
            free[to] = stage + 1;
            children.get(from).add(to);
        }

        TwoLevelTree build() {
            return new TwoLevelTree(parent, reached, children.stream()
                    .map(list -> list.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new));
        }
    }
}
