package hplhetero.hpl.choose;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.Arrays;

/** What each panel of a run takes: one look-up in an array. Behind the panel being applied it says what was done. Owner: one thread. */
public final class StepTable {
    private static final int SWAPS = SwapAlgorithm.values().length;
    /** Choices that there are. */
    static final int CODES = BroadcastAlgorithm.values().length * SWAPS;
    private static final StepChoice[] BY_CODE = new StepChoice[CODES];

    static {
        Arrays.setAll(BY_CODE, code -> new StepChoice(BroadcastAlgorithm.values()[code / SWAPS], SwapAlgorithm.values()[code % SWAPS]));
    }

    private final StepChoice[] choices;

    private StepTable(int panels) {
        choices = new StepChoice[panels];
    }

    /** As a test has it before its first panel. */
    static StepTable of(HplCase c, int panels) {
        StepTable table = new StepTable(panels);
        table.reset(c);
        return table;
    }

    /** Back to what it was before the first panel. */
    void reset(HplCase c) {
        StepChoices steps = c.steps();
        StepChoice given = new StepChoice(c.broadcast(), c.swap());
        for (int k = 0; k < choices.length; k++) {
            choices[k] = steps.phases().isEmpty() ? given : steps.phases().get(steps.phase(k, choices.length)).choice();
        }
    }

    /** A number below {@link #CODES} for each choice. */
    static int code(StepChoice choice) {
        return choice.broadcast().ordinal() * SWAPS + choice.swap().ordinal();
    }

    /** The choice with that number. */
    static StepChoice choice(double code) {
        return BY_CODE[(int) code];
    }

    /** What panel {@code k} takes. */
    public StepChoice at(int k) {
        return choices[k];
    }

    /** Panels. */
    int panels() {
        return choices.length;
    }

    /** Panels {@code from} .. {@code end} - 1 take this. */
    void take(StepChoice choice, int from, int end) {
        Arrays.fill(choices, from, end, choice);
    }

    /** The first panel behind {@code from} that takes something else, or the number of panels. */
    int end(int from) {
        int end = from + 1;
        while (end < choices.length && choices[end].equals(choices[from])) {
            end++;
        }
        return end;
    }
}
