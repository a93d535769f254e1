package hplhetero.comm.select;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * A choice as it stands.
 *
 * @param algorithm taken, or tried next
 * @param predicted seconds of it; NaN: nothing was predicted
 * @param seen      seconds of it, as the ranks agreed; NaN: not yet
 * @param others    those not taken, and why
 */
public record Choice(ChoiceKey key, String algorithm, State state, double predicted, double seen, List<Other> others)
        implements Serializable {

    /** How sure it is. */
    public enum State {
        /** Algorithms are still tried. */
        LEARNING,
        /** The fastest is taken, and watched. */
        CHOSEN,
        /** It was asked for, and never changes. */
        FIXED
    }

    /**
     * One that is not taken.
     *
     * @param predicted seconds; NaN: nothing was predicted
     * @param seen      seconds; NaN: it was not tried
     * @param why       for people: {@code predicted 3.10 x the best}
     */
    public record Other(String algorithm, double predicted, double seen, String why) implements Serializable {
    }

    public Choice {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(algorithm, "algorithm");
        others = List.copyOf(others);
    }
}
