package hplhetero.hpl.result;

import java.io.Serializable;
import java.util.List;

/**
 * How the map of a test followed the speeds of its ranks while it ran.
 *
 * @param watched whether the ranks' rates were watched, so that block columns could have moved
 * @param note    why the map did not follow although that was asked for, in words for people; empty when there is nothing to say
 * @param rates   the rates that were seen, in the order of the run
 * @param moves   the times at which block columns changed owners, in the order of the run
 * @param kappa   virtual column of each block column at the end; empty where none has moved, as the map then is that of the start
 */
public record Adaptation(boolean watched, String note, List<RateSample> rates, List<MapMove> moves, List<Integer> kappa)
        implements Serializable {
    /** The record of a test whose map was to stay. */
    public static final Adaptation NONE = new Adaptation(false, "", List.of(), List.of(), List.of());

    public Adaptation {
        rates = List.copyOf(rates);
        moves = List.copyOf(moves);
        kappa = List.copyOf(kappa);
    }

    /** Returns whether block columns changed owners while the test ran, so that no map alone is that of the whole test. */
    public boolean hasMoved() {
        return !moves.isEmpty();
    }
}
