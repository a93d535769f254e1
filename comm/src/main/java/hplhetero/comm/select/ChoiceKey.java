package hplhetero.comm.select;

import hplhetero.network.schedule.Collective;
import java.io.Serializable;

/**
 * The kind of call that a choice is for.
 *
 * @param collective   the collective
 * @param communicator a name for the communicator, without blanks: {@code world}
 * @param sizeClass    the number of the {@link SizeClass} of the collective's bytes
 */
public record ChoiceKey(Collective collective, String communicator, int sizeClass) implements Serializable {

    public ChoiceKey {
        if (communicator.isEmpty() || communicator.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("communicator='" + communicator + "': must be a word");
        }
        if (sizeClass < 0 || sizeClass >= SizeClass.COUNT) {
            throw new IllegalArgumentException("sizeClass=" + sizeClass + ": must be 0.." + (SizeClass.COUNT - 1));
        }
    }
}
