package hplhetero.hpl.problem;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The broadcasts and row swaps that the program chooses for a test ({@code auto}). A run is cut into phases of equal numbers of panels,
 * since panels shrink as it goes on, and each phase has a choice. Made before the clock starts, and equal on all ranks.
 *
 * @param free   which of the two algorithms the program chooses
 * @param phases the choice of each phase, in order; empty where the program chooses nothing
 * @param origin how the choices came about, for people
 */
public record StepChoices(Free free, List<StepPhase> phases, String origin) implements Serializable {
    /** Number of phases for which the program chooses separately. */
    public static final int PHASES = 8;
    /** Choices of a test in which the program chooses nothing: broadcast and row swap are those of HPL.dat. */
    public static final StepChoices FIXED = new StepChoices(Free.NOTHING, List.of(), "");

    /** The algorithms of a panel step that the program may choose. */
    public enum Free {
        NOTHING(false, false), BROADCAST(true, false), SWAP(false, true), BOTH(true, true);

        private final boolean broadcast;
        private final boolean swap;

        Free(boolean broadcast, boolean swap) {
            this.broadcast = broadcast;
            this.swap = swap;
        }

        /** Returns whether the program may choose the broadcast. */
        public boolean broadcast() {
            return broadcast;
        }

        /** Returns whether the program may choose the row swap. */
        public boolean swap() {
            return swap;
        }
    }

    /**
     * Checks that there are phases exactly where the program chooses something.
     *
     * @throws IllegalArgumentException when there are phases and nothing is free, or no phases and something is free
     */
    public StepChoices {
        Objects.requireNonNull(free, "free");
        Objects.requireNonNull(origin, "origin");
        phases = List.copyOf(phases);
        if (free == Free.NOTHING != phases.isEmpty()) {
            throw new IllegalArgumentException("free=" + free + " phases=" + phases.size() + ": give phases where something is free");
        }
    }

    /**
     * Returns choices by which all panels of a run take the same broadcast and row swap, and no other is tried in the run.
     *
     * @param free   which of the two algorithms the program has chosen
     * @param choice the broadcast and row swap of all panels
     * @param origin how the choice came about, for people
     */
    public static StepChoices steady(Free free, StepChoice choice, String origin) {
        return new StepChoices(free, Collections.nCopies(PHASES, new StepPhase(choice, List.of())), origin);
    }

    /** Returns the number of the phase, from 0, in which panel {@code k} of a run of {@code panels} panels lies. */
    public int phase(int k, int panels) {
        return (int) ((long) k * phases.size() / panels);
    }

    /** Returns all combinations of broadcast and row swap that some panel of the run may take, trials included, each once. */
    public List<StepChoice> all() {
        return phases.stream().flatMap(StepPhase::all).distinct().toList();
    }

    /**
     * Returns choices for a warm-up: each choice that any panel may take has two phases, and nothing is tried. Returns these choices where
     * nothing is free.
     */
    public StepChoices rehearsal() {
        return free == Free.NOTHING ? this : new StepChoices(free,
                Stream.concat(all().stream(), all().stream()).map(choice -> new StepPhase(choice, List.of())).toList(), origin);
    }
}
