package hplhetero.network.simulate;

/** A queue of members (ranks of traffics), first in, first out, as a ring buffer that grows. For one thread. */
final class MemberQueue {
    private int[] members = new int[64];
    private int first;
    private int count;

    /** Removes all members from the queue. */
    void clear() {
        count = 0;
    }

    /** Returns whether there is no member. */
    boolean isEmpty() {
        return count == 0;
    }

    /** Adds a member at the end. */
    void add(int member) {
        if (count == members.length) {
            int[] more = new int[2 * count];
            for (int i = 0; i < count; i++) {
                more[i] = members[(first + i) % count];
            }
            members = more;
            first = 0;
        }
        members[(first + count++) % members.length] = member;
    }

    /** Removes the member that was added first, and returns it. */
    int take() {
        int member = members[first];
        first = (first + 1) % members.length;
        count--;
        return member;
    }
}
