package hplhetero.hpl.problem;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What is chosen for one phase of a run.
 *
 * @param choice taken from its start
 * @param trials others that may be tried within it, the likeliest first
 */
public record StepPhase(StepChoice choice, List<StepChoice> trials) implements Serializable {
    public StepPhase {
        Objects.requireNonNull(choice, "choice");
        trials = List.copyOf(trials);
    }

    /** All that its panels may take. */
    public Stream<StepChoice> all() {
        return Stream.concat(Stream.of(choice), trials.stream());
    }
}
