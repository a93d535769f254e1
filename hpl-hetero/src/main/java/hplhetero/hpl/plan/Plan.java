package hplhetero.hpl.plan;
import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.MapSpec;
import java.util.List;
import java.util.Optional;

/**
 * A way to run one N: grid, block size, map, and what the model says of it.
 *
 * @param n          order of A
 * @param nb         blocking factor
 * @param map        who owns which block; ranks that own none are left out
 * @param kind       {@code cyclic}, {@code cells} or {@code weighted}, with what tells it from others of its kind, for people
 * @param siteOf     number of each rank's site, by rank: what is sent to many goes to each site once
 * @param prediction what the model says
 * @param variant    how it is to be done, where that was free
 */
public record Plan(int n, int nb, MapSpec.Explicit map, String kind, List<Integer> siteOf, Prediction prediction,
                   Optional<SolveVariant> variant) {

    public Plan {
        siteOf = List.copyOf(siteOf);
    }

    /** One that leaves open how it is done. */
    public Plan(int n, int nb, MapSpec.Explicit map, String kind, List<Integer> siteOf, Prediction prediction) {
        this(n, nb, map, kind, siteOf, prediction, Optional.empty());
    }

    /** The same, done so. */
    public Plan with(SolveVariant chosen) {
        return new Plan(n, nb, map, kind, siteOf, prediction, Optional.of(chosen));
    }

    /** Process rows P of the netlib report: virtual rows. */
    public int p() {
        return map.owners().size();
    }

    /** Process columns Q of the netlib report: virtual columns. */
    public int q() {
        return map.owners().getFirst().size();
    }

    /**
     * P of the netlib report, whose P x Q are the ranks that take part: where a rank owns several cells they are fewer than
     * the virtual grid has.
     */
    public int reportedP() {
        return map.ranks().size() % p() == 0 ? p() : 1;
    }

    /** Q of the netlib report. */
    public int reportedQ() {
        return map.ranks().size() / reportedP();
    }
}
