package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * Messages that came before their receiver was in their stage: for each member and stage the number of messages, and what it takes to
 * receive them. Entries of a member form a linked list. For one thread.
 */
final class EarlyMessages {
    private static final int NONE = -1;
    private static final int FEWEST = 64;

    /** The first entry of each member's list, indexed by member; {@link #NONE} where no early messages wait. */
    private int[] first = new int[0];

    // arrays indexed by entry; an entry stands for one stage of one member that has early messages
    private int[] stage = new int[FEWEST];
    private int[] count = new int[FEWEST];
    private double[] overhead = new double[FEWEST];
    private double[] heard = new double[FEWEST];
    private int[] next = new int[FEWEST];
    private int used;
    private int free = NONE;

    // what the last call of take() found
    private int taken;
    private double takenOverhead;
    private double takenHeard;

    EarlyMessages() {
        grow(FEWEST);
    }

    /** Makes room for members with numbers below {@code capacity}. */
    void grow(int capacity) {
        int known = first.length;
        first = Arrays.copyOf(first, capacity);
        Arrays.fill(first, known, capacity, NONE);
    }

    /**
     * Adds an early message.
     *
     * @param member  receiver of the message
     * @param atStage stage of the message
     * @param seconds receive overhead that the receiver's thread has to pay, in seconds
     * @param time    virtual time at which the receiver hears of the message, in seconds
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

    /**
     * Removes the early messages of a member's stage. {@link #taken}, {@link #takenOverhead} and {@link #takenHeard} describe them until
     * the next call.
     */
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

    /** Returns the number of messages that the last {@link #take} removed. */
    int taken() {
        return taken;
    }

    /** Returns the receive overheads of the messages that the last {@link #take} removed, in seconds of the receiver's thread. */
    double takenOverhead() {
        return takenOverhead;
    }

    /**
     * Returns the virtual time in seconds at which the receiver's thread has heard of all messages that the last {@link #take} removed; 0
     * where there were none.
     */
    double takenHeard() {
        return takenHeard;
    }
}
