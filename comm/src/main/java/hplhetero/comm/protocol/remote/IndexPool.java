package hplhetero.comm.protocol.remote;

/** A pool of indices of slots or words, 0 to size - 1, that are lent and given back. Owner: the rank's thread. */
public final class IndexPool {
    /** The value that stands for no index. */
    public static final int NONE = -1;

    /** The indices that are not lent, at places 0 to {@link #count} - 1. */
    private final int[] free;
    private int count;

    /** Makes a pool of the indices 0 to {@code size} - 1, in which no index is lent. */
    public IndexPool(int size) {
        free = new int[size];
        for (int i = size - 1; i >= 0; i--) {
            free[count++] = i;
        }
    }

    /** Lends an index, 0 to size - 1, that nobody has, or returns {@link #NONE} if all are lent. */
    public int take() {
        return count == 0 ? NONE : free[--count];
    }

    /** Takes back an index that {@link #take} has lent. */
    public void give(int index) {
        free[count++] = index;
    }

    /** Returns the number of indices that are not lent. */
    public int available() {
        return count;
    }
}
