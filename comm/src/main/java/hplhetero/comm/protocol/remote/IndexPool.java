package hplhetero.comm.protocol.remote;

/** A pool of indices from 0 on that are lent and given back: of slots or words. Owner: the rank's thread. */
public final class IndexPool {
    public static final int NONE = -1;

    private final int[] free;
    private int count;

    public IndexPool(int size) {
        free = new int[size];
        for (int i = size - 1; i >= 0; i--) {
            free[count++] = i;
        }
    }

    /** Lends an index that nobody has; returns {@link #NONE} if there is none. */
    public int take() {
        return count == 0 ? NONE : free[--count];
    }

    public void give(int index) {
        free[count++] = index;
    }

    public int available() {
        return count;
    }
}
