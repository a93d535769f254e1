package hplhetero.comm.select;

import hplhetero.network.schedule.Collective;
import java.io.Serializable;

/**
 * What a choice is about.
 *
 * @param communicator a name for it, without blanks: {@code world}
 * @param sizeClass    {@link SizeClass} of the collective's bytes
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
