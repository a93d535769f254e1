package hplhetero.hpl.choose;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.Arrays;

/**
 * The table of which broadcast and row swap each panel of a run takes: one look-up in an array. For panels that have been applied, it says
 * what was done. Owner: one thread.
 */
public final class StepTable {
    private static final int SWAPS = SwapAlgorithm.values().length;
    /** Number of different choices. */
    static final int CODES = BroadcastAlgorithm.values().length * SWAPS;
    private static final StepChoice[] BY_CODE = new StepChoice[CODES];

    static {
        Arrays.setAll(BY_CODE, code -> new StepChoice(BroadcastAlgorithm.values()[code / SWAPS], SwapAlgorithm.values()[code % SWAPS]));
    }

    /** Choice that each panel takes, indexed by panel. */
    private final StepChoice[] choices;

    private StepTable(int panels) {
        choices = new StepChoice[panels];
    }

    /**
     * Returns the table of a test as it is before the first panel: panels take the test's own broadcast and row swap, or those that the
     * program has chosen for their phases.
     */
    static StepTable of(HplCase c, int panels) {
        StepTable table = new StepTable(panels);
        table.reset(c);
        return table;
    }

    /** Sets the table back to how it was before the first panel, when {@link #of} had made it. */
    void reset(HplCase c) {
        StepChoices steps = c.steps();
        StepChoice given = new StepChoice(c.broadcast(), c.swap());
        for (int k = 0; k < choices.length; k++) {
            choices[k] = steps.phases().isEmpty() ? given : steps.phases().get(steps.phase(k, choices.length)).choice();
        }
    }

    /** Returns the number that stands for a choice in reports, from 0 to {@link #CODES} - 1. */
    static int code(StepChoice choice) {
        return choice.broadcast().ordinal() * SWAPS + choice.swap().ordinal();
    }

    /** Returns the choice for which the number {@code code} stands, as {@link #code} gives it. */
    static StepChoice choice(double code) {
        return BY_CODE[(int) code];
    }

    /** Returns the broadcast and row swap that panel {@code k} takes. */
    public StepChoice at(int k) {
        return choices[k];
    }

    /** Returns the number of panels. */
    int panels() {
        return choices.length;
    }

    /** Sets the choice of panels {@code from} .. {@code end - 1}. */
    void take(StepChoice choice, int from, int end) {
        Arrays.fill(choices, from, end, choice);
    }

    /**
     * Returns the first panel after panel {@code from} that takes another choice than panel {@code from}, or the number of panels where
     * none does.
     */
    int end(int from) {
        int end = from + 1;
        while (end < choices.length && choices[end].equals(choices[from])) {
            end++;
        }
        return end;
    }
}
