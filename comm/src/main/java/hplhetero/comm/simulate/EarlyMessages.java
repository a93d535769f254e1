package hplhetero.comm.simulate;

import java.util.Arrays;

/** Messages that came before their receiver was in their stage: how many of each member and stage, and what receiving them takes. */
final class EarlyMessages {
    private static final int NONE = -1;
    private static final int FEWEST = 64;

    /** Of each member: a stage that has some. */
    private final int[] first;

    // of each such stage
    private int[] stage = new int[FEWEST];
    private int[] count = new int[FEWEST];
    private double[] overhead = new double[FEWEST];
    private int[] next = new int[FEWEST];
    private int used;
    private int free = NONE;

    // of those taken last
    private int taken;
    private double takenOverhead;

    EarlyMessages(int members) {
        first = new int[members];
        Arrays.fill(first, NONE);
    }

    /** @param seconds of the receiver's thread */
    void add(int member, int atStage, double seconds) {
        int entry = first[member];
        while (entry != NONE && stage[entry] != atStage) {
            entry = next[entry];
        }
        if (entry == NONE) {
            entry = fresh();
            stage[entry] = atStage;
            count[entry] = 0;
            overhead[entry] = 0;
            next[entry] = first[member];
            first[member] = entry;
        }
        count[entry]++;
        overhead[entry] += seconds;
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
            next = Arrays.copyOf(next, 2 * used);
        }
        return used++;
    }

    /** Takes those of a stage, of which {@link #taken} and {@link #takenOverhead} tell until others are taken. */
    void take(int member, int atStage) {
        taken = 0;
        takenOverhead = 0;
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
}
