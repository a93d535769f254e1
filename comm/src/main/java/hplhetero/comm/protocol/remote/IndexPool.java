package hplhetero.comm.protocol.remote;

/** Numbers from 0 on that are lent and given back. Owner: the rank's thread. */
final class IndexPool {
    static final int NONE = -1;

    private final int[] free;
    private int count;

    IndexPool(int size) {
        free = new int[size];
        for (int i = size - 1; i >= 0; i--) {
            free[count++] = i;
        }
    }

    /** One that nobody has, or {@link #NONE}. */
    int take() {
        return count == 0 ? NONE : free[--count];
    }

    void give(int index) {
        free[count++] = index;
    }

    int available() {
        return count;
    }
}
