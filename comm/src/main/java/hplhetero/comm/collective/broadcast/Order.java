package hplhetero.comm.collective.broadcast;

import java.util.Arrays;

/**
 * Ranks counted from a root, which is 0, in ascending order of their numbers and around.
 *
 * @param size    how many ranks take part
 * @param root    index of the root among the members
 * @param members the ranks that take part, ascending; null: all ranks
 */
record Order(int size, int root, int[] members) {
    static final int ABSENT = -1;

    /** Returns the order of all of {@code size} ranks. */
    static Order all(int size, int root) {
        return new Order(size, root, null);
    }

    /**
     * Returns the order of some ranks, of which {@code root} is one.
     *
     * @param members the ranks that take part, ascending
     */
    static Order of(int[] members, int root) {
        return new Order(members.length, Arrays.binarySearch(members, root), members);
    }

    /** Returns the rank that is {@code relative} places behind the root. */
    int rank(int relative) {
        return member((root + relative) % size);
    }

    /** Returns the rank at index {@code place} among the members. */
    int member(int place) {
        return members == null ? place : members[place];
    }

    /** Returns the index of {@code rank} among the members; negative for a rank that is none of them. */
    int place(int rank) {
        return members == null ? rank : Arrays.binarySearch(members, rank);
    }

    /** Returns how many places {@code rank} is behind the root; {@link #ABSENT} for a rank that takes no part. */
    int relative(int rank) {
        int place = place(rank);
        return place < 0 ? ABSENT : Math.floorMod(place - root, size);
    }
}
