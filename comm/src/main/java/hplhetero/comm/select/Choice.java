package hplhetero.comm.select;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * The present choice of an algorithm for one kind of call.
 *
 * @param key       the collective, communicator and size class that the choice is for
 * @param algorithm the label of the algorithm that is taken, or tried next
 * @param state     how sure the choice is
 * @param predicted the seconds that a call by this algorithm was predicted to take; NaN: nothing was predicted
 * @param seen      the seconds that a call by this algorithm took, as the ranks agreed: the mean of its latest calls, else the least of
 *                  its trials; NaN: not measured yet
 * @param others    the algorithms that are not taken, and why
 */
public record Choice(ChoiceKey key, String algorithm, State state, double predicted, double seen, List<Other> others)
        implements Serializable {

    /** How sure a choice is. */
    public enum State {
        /** Algorithms are still being tried. */
        LEARNING,
        /** The fastest algorithm is taken, and its time is watched. */
        CHOSEN,
        /** The user asked for this algorithm, and it never changes. */
        FIXED
    }

    /**
     * An algorithm that is not taken.
     *
     * @param algorithm the algorithm's label
     * @param predicted the seconds that a call was predicted to take; NaN: nothing was predicted
     * @param seen      the least seconds that a call took in the trials, as the ranks agreed; NaN: the algorithm was not tried
     * @param why       the reason, for people: {@code predicted 3.10 x the best}
     */
    public record Other(String algorithm, double predicted, double seen, String why) implements Serializable {
    }

    public Choice {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(algorithm, "algorithm");
        others = List.copyOf(others);
    }
}
