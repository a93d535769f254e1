package hplhetero.hpl.model;

import java.util.Arrays;

/**
 * Clocks, each with the causes that led to its time. A clock that waits for another takes over the other's history. So the causes of the
 * latest clock are those of the critical path, and always sum to its time.
 */
final class RankClocks {
    static final int UPDATE = 0;
    static final int PANEL = 1;
    static final int BROADCAST = 2;
    static final int SWAP = 3;
    static final int SOLVE = 4;
    private static final int CAUSES = 5;

    private final double[] time;
    /** Seconds by cause, {@link #CAUSES} for each clock, clock after clock; null where causes are not kept. */
    private final double[] spent;

    /**
     * Creates clocks that stand at the start of the run.
     *
     * @param causes whether to keep causes: a search that compares times alone is faster without
     */
    RankClocks(int count, boolean causes) {
        time = new double[count];
        spent = causes ? new double[count * CAUSES] : null;
    }

    /** Returns new clocks at the start of the run, which keep causes where these do. */
    RankClocks alike(int count) {
        return new RankClocks(count, spent != null);
    }

    /** Returns the seconds from the start of the run to clock i. */
    double at(int i) {
        return time[i];
    }

    /** Returns the seconds of clock i's time that went into one cause; NaN where causes are not kept. */
    double spent(int i, int cause) {
        return spent != null ? spent[i * CAUSES + cause] : Double.NaN;
    }

    /** Returns the larger of two times. Not Math.max, which also looks after NaN and -0: a replay does little else than this. */
    static double later(double a, double b) {
        return a > b ? a : b;
    }

    /** Moves clock i forward by {@code seconds} seconds, charged to a cause. */
    void add(int i, int cause, double seconds) {
        time[i] += seconds;
        if (spent != null) {
            spent[i * CAUSES + cause] += seconds;
        }
    }

    /**
     * Moves clock i forward to a time, and charges the step to a cause; does nothing where clock i is not before this time.
     *
     * @param time seconds from the start of the run
     */
    void moveTo(int i, int cause, double time) {
        if (spent != null && time > at(i)) {
            spent[i * CAUSES + cause] += time - at(i);
        }
        this.time[i] = later(at(i), time);
    }

    /** Moves clock i forward to clock j of {@code other} and takes over its causes, where clock j is later; else does nothing. */
    void await(int i, RankClocks other, int j) {
        if (spent != null && other.at(j) > at(i)) {
            copySpent(i, other, j);
        }
        time[i] = later(at(i), other.at(j));
    }

    /**
     * Sets clock i to when it receives a message of clock {@code sender}.
     *
     * @param here  when the whole message has come
     * @param idle  clocks that say when clock i can first receive
     * @param taken when clock i has the message, no earlier than {@code here} and {@code idle}
     */
    void receive(int i, int sender, int cause, double here, RankClocks idle, double taken) {
        if (spent != null) {
            set(i, this, sender);
            moveTo(i, cause, here);
            await(i, idle, i);
            moveTo(i, cause, taken);
        }
        time[i] = taken;
    }

    /** Sets clock i to clock j of {@code other}, with its causes. */
    void set(int i, RankClocks other, int j) {
        time[i] = other.time[j];
        if (spent != null) {
            copySpent(i, other, j);
        }
    }

    private void copySpent(int i, RankClocks other, int j) {
        // copied by hand: copying a few numbers through System.arraycopy takes twice as long
        for (int at = i * CAUSES, of = j * CAUSES, end = at + CAUSES; at < end; at++, of++) {
            spent[at] = other.spent[of];
        }
    }

    /** Multiplies all times and their causes: what has happened takes so many times as long. */
    void stretch(int times) {
        for (int i = 0; i < time.length; i++) {
            time[i] *= times;
        }
        for (int i = 0; spent != null && i < spent.length; i++) {
            spent[i] *= times;
        }
    }

    /** Sets all clocks to one time, and charges it to no cause: {@code seconds} from the start of the run. */
    void start(double seconds) {
        Arrays.fill(time, seconds);
    }

    /** Sets clock i back to the start of the run. */
    void clear(int i) {
        time[i] = 0;
        if (spent != null) {
            Arrays.fill(spent, i * CAUSES, (i + 1) * CAUSES, 0);
        }
    }

    /**
     * Sets some clocks to the latest of them, with its causes, and returns its time.
     *
     * @param members indices of the clocks
     */
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

    /**
     * Returns when the latest of some clocks is to be expected if each is early or late by chance (normally distributed). The result is a
     * soft maximum: of p alike clocks it adds scale x ln p, which is within some hundredths of the deviation for p = 2 .. 64.
     *
     * @param members   the clocks
     * @param deviation standard deviation of each clock, in seconds, &gt;= 0
     * @return seconds since the start of the run
     */
    double expectedLatest(int[] members, double deviation) {
        double latest = 0;
        for (int m : members) {
            latest = later(latest, at(m));
        }
        if (deviation == 0) {
            return latest;
        }
        // latest + scale ln(sum over clocks of exp((time - latest) / scale))
        double scale = 0.9 * deviation / (1 + 0.1 / Math.log(2) * Math.log(members.length));
        double sum = 0;
        for (int m : members) {
            sum += Math.exp((at(m) - latest) / scale);
        }
        return latest + scale * Math.log(sum);
    }

    /** Returns the index of the latest clock. */
    int latest() {
        int last = 0;
        for (int i = 1; i < time.length; i++) {
            if (at(i) > at(last)) {
                last = i;
            }
        }
        return last;
    }
}
