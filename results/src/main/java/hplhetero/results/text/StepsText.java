package hplhetero.results.text;

import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.StepSpan;
import hplhetero.hpl.result.StepTrial;
import hplhetero.results.format.CFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The lines of text that say how panels were sent and rows swapped in a test where the program chose, which T/V does not tell. */
final class StepsText {
    private StepsText() {
    }

    /** Returns the lines of a test; none where the program had nothing to choose. */
    static List<String> of(CaseResult result) {
        StepChoices steps = result.hplCase().steps();
        List<StepSpan> spans = result.steps().spans();
        List<String> lines = new ArrayList<>();
        if (spans.isEmpty()) {
            return lines;
        }
        if (steps.free().broadcast()) {
            lines.add("note: bcast auto: " + panels(spans, choice -> choice.broadcast().hplName()) + " (" + steps.origin() + ")");
        }
        if (steps.free().swap()) {
            lines.add("note: swap auto: " + panels(spans, StepsText::swap) + " (" + steps.origin() + ")");
        }
        result.steps().trials().forEach(trial -> lines.add("note: tried " + trial(trial)));
        return lines;
    }

    private static String swap(StepChoice choice) {
        return choice.swap().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns which panels used which algorithm, such as {@code 1ringM panels 0-40, Blong 41-79}. */
    private static String panels(List<StepSpan> spans, Function<StepChoice, String> word) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < spans.size();) {
            String name = word.apply(spans.get(i).choice());
            int first = spans.get(i).first();
            int last = first;
            while (i < spans.size() && word.apply(spans.get(i).choice()).equals(name)) {
                last = spans.get(i++).last();
            }
            text.append(text.isEmpty() ? name + " panels " : ", " + name + " ").append(first == last ? first : first + "-" + last);
        }
        return text.toString();
    }

    private static String trial(StepTrial trial) {
        boolean broadcast = trial.tried().broadcast() != trial.against().broadcast();
        boolean swap = trial.tried().swap() != trial.against().swap();
        Function<StepChoice, String> word = choice -> (broadcast ? "bcast " + choice.broadcast().hplName() : "")
                + (broadcast && swap ? " " : "") + (swap ? "swap " + swap(choice) : "");
        return word.apply(trial.tried()) + " in panels " + trial.first() + "-" + (trial.first() + trial.panels() - 1) + ": ranks waited "
                + percent(trial.waiting() + trial.difference()) + " of a step, against " + percent(trial.waiting()) + " with "
                + word.apply(trial.against()) + ": " + (trial.taken() ? "taken" : "not taken") + (trial.isUncertain() ? ": "
                + percent(-trial.difference()) + " less is too uncertain, " + percent(trial.needed())
                + " is needed, by how ranks and the panels before and after differed" : "");
    }

    private static String percent(double share) {
        return CFormat.fixed(100 * share, 0, 1) + " %";
    }
}
