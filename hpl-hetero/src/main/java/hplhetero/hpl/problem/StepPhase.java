package hplhetero.hpl.problem;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What the program chooses for one phase of a run.
 *
 * @param choice broadcast and row swap that panels take from the phase's start
 * @param trials other choices that may be tried within the phase, the likeliest first
 */
public record StepPhase(StepChoice choice, List<StepChoice> trials) implements Serializable {
    public StepPhase {
        Objects.requireNonNull(choice, "choice");
        trials = List.copyOf(trials);
    }

    /** Returns all choices that panels of this phase may take, the first choice first. */
    public Stream<StepChoice> all() {
        return Stream.concat(Stream.of(choice), trials.stream());
    }
}
