package hplhetero.hpl.problem;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What the program chooses for one phase of a run. A phase is a group of consecutive panels.
 *
 * @param choice broadcast and row swap that panels take from the phase's start
 * @param trials other choices that may be tried within the phase, the likeliest first
 */
public record StepPhase(StepChoice choice, List<StepChoice> trials) implements Serializable {
    public StepPhase {
        Objects.requireNonNull(choice, "choice");
        trials = List.copyOf(trials);
    }

    /**
     * Returns all combinations of broadcast and row swap that panels of this phase, a group of consecutive panels, may take: first the one
     * chosen, then those that may be tried in its place, the likeliest first.
     */
    public Stream<StepChoice> all() {
        return Stream.concat(Stream.of(choice), trials.stream());
    }
}
