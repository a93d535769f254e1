package hplhetero.hpl.problem;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What the program chooses of a test's broadcast and row swap ({@code auto}), by phase of the run: of equal numbers of panels, as these
 * shrink. Made before the clock, the same on all ranks.
 *
 * @param free   what is the program's to choose
 * @param phases in order; none where nothing is free
 * @param origin how the choices came about, for people
 */
public record StepChoices(Free free, List<StepPhase> phases, String origin) implements Serializable {
    /** As many as are told apart. */
    public static final int PHASES = 8;
    /** Broadcast and row swap are those of HPL.dat. */
    public static final StepChoices FIXED = new StepChoices(Free.NOTHING, List.of(), "");

    /** What of a panel step the program may choose. */
    public enum Free {
        NOTHING(false, false), BROADCAST(true, false), SWAP(false, true), BOTH(true, true);

        private final boolean broadcast;
        private final boolean swap;

        Free(boolean broadcast, boolean swap) {
            this.broadcast = broadcast;
            this.swap = swap;
        }

        /** Whether the broadcast is. */
        public boolean broadcast() {
            return broadcast;
        }

        /** Whether the row swap is. */
        public boolean swap() {
            return swap;
        }
    }

    public StepChoices {
        Objects.requireNonNull(free, "free");
        Objects.requireNonNull(origin, "origin");
        phases = List.copyOf(phases);
        if (free == Free.NOTHING != phases.isEmpty()) {
            throw new IllegalArgumentException("free=" + free + " phases=" + phases.size() + ": give phases where something is free");
        }
    }

    /** The same for all panels, and nothing else to be tried. */
    public static StepChoices steady(Free free, StepChoice choice, String origin) {
        return new StepChoices(free, Collections.nCopies(PHASES, new StepPhase(choice, List.of())), origin);
    }

    /** The phase of panel {@code k} of so many. */
    public int phase(int k, int panels) {
        return (int) ((long) k * phases.size() / panels);
    }

    /** All that any panel may take, each once. */
    public List<StepChoice> all() {
        return phases.stream().flatMap(StepPhase::all).distinct().toList();
    }

    /** Every choice of these in turn, and no trial: what warms all of them up. */
    public StepChoices rehearsal() {
        return free == Free.NOTHING ? this : new StepChoices(free,
                Stream.concat(all().stream(), all().stream()).map(choice -> new StepPhase(choice, List.of())).toList(), origin);
    }
}
