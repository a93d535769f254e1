package hplhetero.network.topology;

import java.util.List;
import java.util.Objects;

/**
 * A placement that a machine or a measurement tells, rather than a description that somebody wrote.
 *
 * @param placement   place of all ranks
 * @param source      what told the placement, for people
 * @param assumptions what the source does not tell and was taken for granted, one sentence each, for people
 */
public record FoundPlacement(Placement placement, String source, List<String> assumptions) {

    public FoundPlacement {
        Objects.requireNonNull(placement, "placement");
        Objects.requireNonNull(source, "source");
        assumptions = List.copyOf(assumptions);
    }
}
