package hplhetero.network.simulate;

import java.util.Arrays;

/** Messages that came before their receiver was in their stage: how many of each member and stage, and what receiving them takes. */
final class EarlyMessages {
    private static final int NONE = -1;
    private static final int FEWEST = 64;

    /** Of each member: a stage that has some. */
    private int[] first = new int[0];

    // of each such stage
    private int[] stage = new int[FEWEST];
    private int[] count = new int[FEWEST];
    private double[] overhead = new double[FEWEST];
    private double[] heard = new double[FEWEST];
    private int[] next = new int[FEWEST];
    private int used;
    private int free = NONE;

    // of those taken last
    private int taken;
    private double takenOverhead;
    private double takenHeard;

    EarlyMessages() {
        grow(FEWEST);
    }

    /** Makes room for members below {@code capacity}. */
    void grow(int capacity) {
        int known = first.length;
        first = Arrays.copyOf(first, capacity);
        Arrays.fill(first, known, capacity, NONE);
    }

    /**
     * @param seconds of the receiver's thread
     * @param time    when the receiver hears of it
     */
    void add(int member, int atStage, double seconds, double time) {
        int entry = first[member];
        while (entry != NONE && stage[entry] != atStage) {
            entry = next[entry];
        }
        if (entry == NONE) {
            entry = fresh();
            stage[entry] = atStage;
            count[entry] = 0;
            overhead[entry] = 0;
            heard[entry] = time;
            next[entry] = first[member];
            first[member] = entry;
        }
        count[entry]++;
        overhead[entry] += seconds;
        heard[entry] = Math.max(heard[entry], time);
    }

    private int fresh() {
        int entry = free;
        if (entry != NONE) {
            free = next[entry];
            return entry;
        }
        if (used == stage.length) {
            stage = Arrays.copyOf(stage, 2 * used);
            count = Arrays.copyOf(count, 2 * used);
            overhead = Arrays.copyOf(overhead, 2 * used);
            heard = Arrays.copyOf(heard, 2 * used);
            next = Arrays.copyOf(next, 2 * used);
        }
        return used++;
    }

    /** Takes those of a stage, of which {@link #taken} and {@link #takenOverhead} tell until others are taken. */
    void take(int member, int atStage) {
        taken = 0;
        takenOverhead = 0;
        takenHeard = 0;
        int before = NONE;
        int entry = first[member];
        while (entry != NONE && stage[entry] != atStage) {
            before = entry;
            entry = next[entry];
        }
        if (entry == NONE) {
            return;
        }
        taken = count[entry];
        takenOverhead = overhead[entry];
        takenHeard = heard[entry];
        if (before == NONE) {
            first[member] = next[entry];
        } else {
            next[before] = next[entry];
        }
        next[entry] = free;
        free = entry;
    }

    int taken() {
        return taken;
    }

    /** Seconds of the receiver's thread. */
    double takenOverhead() {
        return takenOverhead;
    }

    /** When the receiver's thread has heard of all of them. */
    double takenHeard() {
        return takenHeard;
    }
}
