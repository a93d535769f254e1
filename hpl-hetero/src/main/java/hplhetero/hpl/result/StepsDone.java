package hplhetero.hpl.result;

import java.util.List;

/**
 * How the panel steps of a run were really done, where the program chose.
 *
 * @param spans  in order, of all panels
 * @param trials that came to a verdict, in order
 */
public record StepsDone(List<StepSpan> spans, List<StepTrial> trials) {
    /** Nothing was chosen. */
    public static final StepsDone NONE = new StepsDone(List.of(), List.of());

    public StepsDone {
        spans = List.copyOf(spans);
        trials = List.copyOf(trials);
    }
}
