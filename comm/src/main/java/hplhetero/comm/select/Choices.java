package hplhetero.comm.select;

import hplhetero.comm.topology.Placement;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What was learnt, and on what.
 *
 * @param learntOn {@link #place} of the placement
 */
public record Choices(String learntOn, List<Choice> choices) {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    public Choices {
        Objects.requireNonNull(learntOn, "learntOn");
        choices = List.copyOf(choices);
    }

    /** Nothing. */
    public static Choices none(Placement placement) {
        return new Choices(place(placement), List.of());
    }

    /** Tells placements apart: for people, and with a number for every seat. */
    public static String place(Placement placement) {
        long hash = FNV_OFFSET;
        for (int rank = 0; rank < placement.ranks(); rank++) {
            hash = (hash ^ placement.nodeOf(rank)) * FNV_PRIME;
            hash = (hash ^ placement.slotOf(rank)) * FNV_PRIME;
        }
        return placement + " #" + HexFormat.of().toHexDigits(hash);
    }

    Optional<Choice> of(ChoiceKey key) {
        return choices.stream().filter(choice -> choice.key().equals(key)).findFirst();
    }
}
