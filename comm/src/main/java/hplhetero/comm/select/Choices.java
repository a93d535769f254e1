package hplhetero.comm.select;

import hplhetero.network.topology.Placement;
import java.io.Serializable;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What was learnt, and on what.
 *
 * @param place {@link #place(Placement)} of the placement
 */
public record Choices(String place, List<Choice> choices) implements Serializable {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    public Choices {
        Objects.requireNonNull(place, "place");
        choices = List.copyOf(choices);
    }

    /** Nothing. */
    public static Choices none(Placement placement) {
        return new Choices(place(placement), List.of());
    }

    /** Tells placements apart: a word that any other seat, path or kind of network makes another one. */
    public static String place(Placement placement) {
        long hash = FNV_OFFSET ^ placement.fabric().name().hashCode();
        for (int rank = 0; rank < placement.ranks(); rank++) {
            hash = (hash ^ placement.nodeOf(rank)) * FNV_PRIME;
            hash = (hash ^ placement.slotOf(rank)) * FNV_PRIME;
        }
        hash ^= placement.paths().map(table -> (long) table.hashCode()).orElse(0L);
        return HexFormat.of().toHexDigits(hash);
    }

    Optional<Choice> of(ChoiceKey key) {
        return choices.stream().filter(choice -> choice.key().equals(key)).findFirst();
    }
}
