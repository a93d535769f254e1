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

    /**
     * Returns the number, from 0, of the phase in which a panel lies. A run is cut into phases, groups of about equally many consecutive
     * panels; each phase has a broadcast and a row swap of its own. Returns 0 where the program chooses nothing.
     *
     * @param k      number of the panel, 0 .. {@code panels} - 1
     * @param panels number of panels of the run, 1 or more
     */
    public int phase(int k, int panels) {
        return (int) ((long) k * phases.size() / panels);
    }

    /**
     * Returns all combinations of broadcast and row swap that some panel of the run may take, each once: those chosen before the run, and
     * those that may be tried in their place during the run. Empty where the program chooses nothing.
     */
    public List<StepChoice> all() {
        return phases.stream().flatMap(StepPhase::all).distinct().toList();
    }

    /** Returns these choices with other words, for people, of how they came about. */
    public StepChoices from(String otherOrigin) {
        return new StepChoices(free, phases, otherOrigin);
    }

    /**
     * Returns choices for a warm-up, in which each combination that any panel of the run may take has its turn twice, and nothing else is
     * tried: each has two of the warm-up's phases, which are equal groups of consecutive panels with a choice each. Returns these choices
     * where the program chooses nothing.
     */
    public StepChoices rehearsal() {
        return free == Free.NOTHING ? this : new StepChoices(free,
                Stream.concat(all().stream(), all().stream()).map(choice -> new StepPhase(choice, List.of())).toList(), origin);
    }
}
