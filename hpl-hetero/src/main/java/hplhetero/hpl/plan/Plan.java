package hplhetero.hpl.plan;

import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.MapSpec;
import java.util.List;
import java.util.Optional;

/**
 * A way to run one N: grid, block size, map, and what the time model says of it.
 *
 * @param n          order of A
 * @param nb         blocking factor
 * @param map        who owns which block; ranks that own none are left out
 * @param kind       {@code cyclic}, {@code cells} or {@code weighted}, with what distinguishes the map from others of its kind, for people
 * @param siteOf     number of each rank's site, indexed by rank: what is sent to many goes to each site once
 * @param prediction what the time model says
 * @param variant    how the run is to be done, where this was free
 */
public record Plan(int n, int nb, MapSpec.Explicit map, String kind, List<Integer> siteOf, Prediction prediction,
                   Optional<SolveVariant> variant) {

    public Plan {
        siteOf = List.copyOf(siteOf);
    }

    /** Creates a plan that leaves open how the run is done. */
    public Plan(int n, int nb, MapSpec.Explicit map, String kind, List<Integer> siteOf, Prediction prediction) {
        this(n, nb, map, kind, siteOf, prediction, Optional.empty());
    }

    /** Returns this plan with a chosen variant of the run. */
    public Plan with(SolveVariant chosen) {
        return new Plan(n, nb, map, kind, siteOf, prediction, Optional.of(chosen));
    }

    /** Returns the process rows P of the netlib report: virtual rows. */
    public int p() {
        return map.owners().size();
    }

    /** Returns the process columns Q of the netlib report: virtual columns. */
    public int q() {
        return map.owners().getFirst().size();
    }

    /**
     * Returns P as reported, such that the reported P x Q are the ranks that take part: where a rank owns several cells they are fewer than
     * the cells of the virtual grid.
     */
    public int reportedP() {
        return map.ranks().size() % p() == 0 ? p() : 1;
    }

    /** Returns Q as reported: ranks that take part / {@link #reportedP}. */
    public int reportedQ() {
        return map.ranks().size() / reportedP();
    }
}
