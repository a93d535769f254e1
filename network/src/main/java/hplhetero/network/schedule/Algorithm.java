package hplhetero.network.schedule;

/** A way to do a collective, by its name. */
public interface Algorithm {

    Collective collective();

    /** The word for it in options, which no other algorithm of the collective has: {@code 1ringM}. */
    String label();

    /** Whether it works among so many ranks. */
    default boolean takes(int ranks) {
        return true;
    }

    /**
     * What it sends.
     *
     * @param bytes as {@link #collective} means them
     * @param root  among the ranks; without effect where the collective has none
     */
    default Traffic traffic(int ranks, long bytes, int root) {
        if (ranks < 1 || !takes(ranks)) {
            throw new IllegalArgumentException(collective().label() + "=" + label() + " on ranks=" + ranks
                    + ": it does not work among so many, choose another");
        }
        if (bytes < 0 || root < 0 || root >= ranks) {
            throw new IllegalArgumentException(collective().label() + "=" + label() + " of bytes=" + bytes + " from root=" + root
                    + " on ranks=" + ranks + ": choose bytes >= 0 and 0 <= root < ranks");
        }
        return state(ranks, bytes, root);
    }

    /** As {@link #traffic}, of arguments that are in order. */
    Traffic state(int ranks, long bytes, int root);
}
