package hplhetero.network.topology;

import java.util.List;
import java.util.Objects;

/**
 * Where ranks sit by what a machine or a measurement tells, rather than by a description that somebody wrote.
 *
 * @param placement   of all ranks
 * @param source      what told it, for people
 * @param assumptions what it does not tell and was taken for granted, a sentence each, for people
 */
public record FoundPlacement(Placement placement, String source, List<String> assumptions) {

    public FoundPlacement {
        Objects.requireNonNull(placement, "placement");
        Objects.requireNonNull(source, "source");
        assumptions = List.copyOf(assumptions);
    }
}
