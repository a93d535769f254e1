package hplhetero.hpl.balance;

/**
 * Points in time, each with the causes that led to it: a clock that waits for another takes over that one's history, so the
 * causes of the latest clock are those of the critical path, and always sum to its time.
 */
final class Clocks {
    static final int UPDATE = 1;
    static final int PANEL = 2;
    static final int BROADCAST = 3;
    static final int SWAP = 4;
    static final int SOLVE = 5;
    private static final int WIDTH = 6;

    private final double[] values;

    Clocks(int count) {
        values = new double[count * WIDTH];
    }

    /** Seconds since the start of the run. */
    double at(int i) {
        return values[i * WIDTH];
    }

    /** Seconds of that which went into one cause. */
    double spent(int i, int cause) {
        return values[i * WIDTH + cause];
    }

    void add(int i, int cause, double seconds) {
        values[i * WIDTH] += seconds;
        values[i * WIDTH + cause] += seconds;
    }

    /** Moves clock i to a time, if that is later. */
    void moveTo(int i, int cause, double time) {
        double ahead = time - at(i);
        if (ahead > 0) {
            add(i, cause, ahead);
        }
    }

    /** Clock i waits for another one. */
    void await(int i, Clocks other, int j) {
        if (other.at(j) > at(i)) {
            set(i, other, j);
        }
    }

    void set(int i, Clocks other, int j) {
        double[] from = other.values;
        // by hand: copying six numbers through System.arraycopy takes twice as long
        for (int at = i * WIDTH, of = j * WIDTH, end = at + WIDTH; at < end; at++, of++) {
            values[at] = from[of];
        }
    }

    /** Back to the start. */
    void clear(int i) {
        for (int at = i * WIDTH, end = at + WIDTH; at < end; at++) {
            values[at] = 0;
        }
    }

    /** All of some clocks wait for the latest of them; returns its time. */
    double meet(int[] members) {
        int last = members[0];
        for (int m : members) {
            if (at(m) > at(last)) {
                last = m;
            }
        }
        for (int m : members) {
            if (m != last) {
                set(m, this, last);
            }
        }
        return at(last);
    }

    /** The latest clock. */
    int latest() {
        int last = 0;
        for (int i = 1; i * WIDTH < values.length; i++) {
            if (at(i) > at(last)) {
                last = i;
            }
        }
        return last;
    }
}
