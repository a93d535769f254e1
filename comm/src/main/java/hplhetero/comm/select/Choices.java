package hplhetero.comm.select;

import hplhetero.network.topology.Placement;
import java.io.Serializable;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What earlier runs have learnt, and on which placement of ranks.
 *
 * @param place   the text that {@link #place(Placement)} gives for the placement
 * @param choices the choices that were made, at most one for each key
 */
public record Choices(String place, List<Choice> choices) implements Serializable {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    public Choices {
        Objects.requireNonNull(place, "place");
        choices = List.copyOf(choices);
    }

    /** Returns choices without any entry, for a placement on which no earlier run has learnt. */
    public static Choices none(Placement placement) {
        return new Choices(place(placement), List.of());
    }

    /**
     * Returns a text that tells placements apart: another node or slot of a rank, another path by which a rank sends, or another name of
     * the network gives another text, but for a chance collision. The text is a 64-bit hash in hexadecimal digits.
     *
     * @param placement the network, and where the ranks sit in it
     */
    public static String place(Placement placement) {
        long hash = FNV_OFFSET ^ placement.fabric().name().hashCode();
        for (int rank = 0; rank < placement.ranks(); rank++) {
            hash = (hash ^ placement.nodeOf(rank)) * FNV_PRIME;
            hash = (hash ^ placement.slotOf(rank)) * FNV_PRIME;
        }
        hash ^= placement.paths().map(table -> (long) table.hashCode()).orElse(0L);
        return HexFormat.of().toHexDigits(hash);
    }

    /** Returns the choice for one kind of call, where there is one. */
    Optional<Choice> of(ChoiceKey key) {
        return choices.stream().filter(choice -> choice.key().equals(key)).findFirst();
    }
}
