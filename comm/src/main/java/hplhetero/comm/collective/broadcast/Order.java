package hplhetero.comm.collective.broadcast;

import java.util.Arrays;

/**
 * Ranks counted from a root, which is 0, in the order of their numbers and around.
 *
 * @param members ascending; null: all ranks
 * @param root    where the root is among them
 */
record Order(int size, int root, int[] members) {
    static final int ABSENT = -1;

    /** All of so many ranks. */
    static Order all(int size, int root) {
        return new Order(size, root, null);
    }

    /** Some ranks, of which {@code root} is one. */
    static Order of(int[] members, int root) {
        return new Order(members.length, Arrays.binarySearch(members, root), members);
    }

    int rank(int relative) {
        return member((root + relative) % size);
    }

    /** The rank at a place among those that there are. */
    int member(int place) {
        return members == null ? place : members[place];
    }

    /** Negative for a rank that is none of them. */
    int place(int rank) {
        return members == null ? rank : Arrays.binarySearch(members, rank);
    }

    /** {@link #ABSENT} for a rank that is none of them. */
    int relative(int rank) {
        int place = place(rank);
        return place < 0 ? ABSENT : Math.floorMod(place - root, size);
    }
}
