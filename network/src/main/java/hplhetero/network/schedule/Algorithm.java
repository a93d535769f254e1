package hplhetero.network.schedule;

/** An algorithm of a collective operation: says under which name options choose the algorithm and which messages its ranks send. */
public interface Algorithm {

    /** Returns the collective operation that this algorithm does. */
    Collective collective();

    /**
     * Returns the word by which options name this algorithm, such as {@code 1ringM}. No other algorithm of the same collective has this
     * word.
     */
    String label();

    /** Returns whether this algorithm works among {@code ranks} ranks. */
    default boolean takes(int ranks) {
        return true;
    }

    /**
     * Returns the messages that the ranks send when they do the collective by this algorithm.
     *
     * @param ranks number of ranks that take part, at least 1
     * @param bytes size in bytes, with the meaning that {@link #collective} gives to it
     * @param root  number of the root rank, 0 .. ranks - 1; without effect where the collective has no root
     * @throws IllegalArgumentException when the algorithm does not work among so many ranks, or when bytes or root are out of range
     */
    default Traffic traffic(int ranks, long bytes, int root) {
        if (ranks < 1 || !takes(ranks)) {
            throw new IllegalArgumentException(collective().label() + "=" + label() + " on ranks=" + ranks
                    + ": this algorithm does not work with so many ranks, choose another");
        }
        if (bytes < 0 || root < 0 || root >= ranks) {
            throw new IllegalArgumentException(collective().label() + "=" + label() + " of bytes=" + bytes + " from root=" + root
                    + " on ranks=" + ranks + ": choose bytes >= 0 and 0 <= root < ranks");
        }
        return state(ranks, bytes, root);
    }

    /** Returns the messages of the ranks as {@link #traffic} does, without a check of the arguments: the caller has checked them. */
    Traffic state(int ranks, long bytes, int root);
}
