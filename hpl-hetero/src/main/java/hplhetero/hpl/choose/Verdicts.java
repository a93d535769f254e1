package hplhetero.hpl.choose;

import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.result.StepTrial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The trials of a run that came to a verdict, as numbers: noted within the run, read after it. Owner: the rank's thread. */
final class Verdicts {
    /** Number of doubles of a trial: first panel, panels, choice tried, choice compared with, share waited, difference, difference
     * needed, whether taken. */
    private static final int WORDS = 8;
    /** Largest number of trials, more than the few per cent of panels for trials make. */
    private static final int MOST = 100;
    /** Number of doubles that {@link #write} writes. */
    static final int LENGTH = 1 + MOST * WORDS;

    /** Number of trials, then {@link #WORDS} numbers for each trial. */
    private final double[] numbers = new double[LENGTH];

    /** Forgets all trials, before another run. */
    void clear() {
        Arrays.fill(numbers, 0);
    }

    /**
     * Adds a trial that has come to a verdict. Only the first {@value #MOST} trials of a run are kept. Parameters are the components of
     * {@link StepTrial}.
     */
    void add(int first, int panels, StepChoice tried, StepChoice against, double waited, double difference, double needed,
            boolean taken) {
        int count = (int) numbers[0];
        if (count == MOST) {
            return;
        }
        int at = 1 + count * WORDS;
        numbers[at] = first;
        numbers[at + 1] = panels;
        numbers[at + 2] = StepTable.code(tried);
        numbers[at + 3] = StepTable.code(against);
        numbers[at + 4] = waited;
        numbers[at + 5] = difference;
        numbers[at + 6] = needed;
        numbers[at + 7] = taken ? 1 : 0;
        numbers[0] = count + 1;
    }

    /** Writes all trials into {@code to} as {@link #LENGTH} doubles, from index {@code at} on. */
    void write(double[] to, int at) {
        System.arraycopy(numbers, 0, to, at, LENGTH);
    }

    /** Returns the trials that {@link #write} has written into {@code from}, from index {@code at} on. */
    static List<StepTrial> read(double[] from, int at) {
        List<StepTrial> trials = new ArrayList<>();
        for (int i = 0; i < (int) from[at]; i++) {
            double[] t = Arrays.copyOfRange(from, at + 1 + i * WORDS, at + 1 + (i + 1) * WORDS);
            trials.add(new StepTrial((int) t[0], (int) t[1], StepTable.choice(t[2]), StepTable.choice(t[3]), t[4], t[5], t[6], t[7] > 0));
        }
        return trials;
    }
}
