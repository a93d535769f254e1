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

    /** Returns the order of all of {@code size} ranks, counted from rank {@code root}. */
    static Order all(int size, int root) {
        return new Order(size, root, null);
    }

    /**
     * Returns the order of some ranks, counted from {@code root}, which is one of them.
     *
     * @param members the ranks that take part, ascending
     */
    static Order of(int[] members, int root) {
        return new Order(members.length, Arrays.binarySearch(members, root), members);
    }

    /**
     * Returns the rank that comes {@code relative} places after the root, when the ranks that take part are counted upwards from the root
     * and around.
     */
    int rank(int relative) {
        return member((root + relative) % size);
    }

    /** Returns the rank at index {@code place}, from 0, among the ranks that take part, in ascending order. */
    int member(int place) {
        return members == null ? place : members[place];
    }

    /** Returns the index of {@code rank}, from 0, among the ranks that take part; negative for a rank that takes no part. */
    int place(int rank) {
        return members == null ? rank : Arrays.binarySearch(members, rank);
    }

    /**
     * Returns how many places {@code rank} comes after the root, when the ranks that take part are counted upwards from the root and
     * around; {@link #ABSENT} for a rank that takes no part.
     */
    int relative(int rank) {
        int place = place(rank);
        return place < 0 ? ABSENT : Math.floorMod(place - root, size);
    }
}
