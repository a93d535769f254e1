package hplhetero.hpl.result;

import java.io.Serializable;
import java.util.List;

/**
 * The broadcasts and row swaps that the panel steps of a run really took, where the program chose.
 *
 * @param spans  all panels in order, put together where consecutive ones took the same choice
 * @param trials the trials that came to a verdict, in order
 */
public record StepsDone(List<StepSpan> spans, List<StepTrial> trials) implements Serializable {
    /** The record of a run in which the program chose nothing. */
    public static final StepsDone NONE = new StepsDone(List.of(), List.of());

    public StepsDone {
        spans = List.copyOf(spans);
        trials = List.copyOf(trials);
    }

    /** Returns what was recorded of panels {@code first} and later, by their numbers; panels before are left out. */
    public StepsDone from(int first) {
        return new StepsDone(spans.stream().filter(span -> span.last() >= first)
                .map(span -> new StepSpan(Math.max(first, span.first()), span.last(), span.choice())).toList(), trials);
    }
}
