package hplhetero.hpl.plan;

import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.MapSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A way to run one N: grid, block size, map, and what the time model says of it. Where the planner knows the routes of messages, it also
 * simulates runs in virtual time, and these decide.
 *
 * @param n          order of A
 * @param nb         blocking factor
 * @param map        who owns which block; ranks that own none are left out
 * @param kind       {@code cyclic}, {@code cells} or {@code weighted}, with what distinguishes the map from others of its kind, for people
 * @param siteOf     number of each rank's site, indexed by rank: what is sent to many goes to each site once
 * @param prediction what the time model says, by a replay of the run
 * @param variant    how the run is to be done, where this was free
 * @param virtual    seconds of the run in virtual time, where the planner simulated it and so compared it with others
 */
public record Plan(int n, int nb, MapSpec.Explicit map, String kind, List<Integer> siteOf, Prediction prediction,
                   Optional<SolveVariant> variant, OptionalDouble virtual) {

    public Plan {
        siteOf = List.copyOf(siteOf);
    }

    /** Creates a plan that leaves open how the run is done, and was not simulated. The parameters are the record's other components. */
    public Plan(int n, int nb, MapSpec.Explicit map, String kind, List<Integer> siteOf, Prediction prediction) {
        this(n, nb, map, kind, siteOf, prediction, Optional.empty(), OptionalDouble.empty());
    }

    /** Returns this plan with a chosen variant of the run: look-ahead depth, broadcast and row swap. */
    public Plan with(SolveVariant chosen) {
        return new Plan(n, nb, map, kind, siteOf, prediction, Optional.of(chosen), virtual);
    }

    /** Returns this plan with the seconds that its run takes in virtual time. */
    public Plan takingInVirtualTime(double seconds) {
        return new Plan(n, nb, map, kind, siteOf, prediction, variant, OptionalDouble.of(seconds));
    }

    /** Returns the seconds by which the plan was compared with others: those in virtual time where it was simulated, else the replay's. */
    public double seconds() {
        return virtual.orElse(prediction.seconds());
    }

    /** Returns the rate, in billions of operations a second, of a run that takes {@link #seconds}. */
    public double gflops() {
        return prediction.gflops(n) * prediction.seconds() / seconds();
    }

    /**
     * Returns the number of rows of the map's virtual grid: the matrix's blocks are dealt to the cells of this grid, of which a fast rank
     * may own several. It need not be the number of process rows that netlib's report shows: {@link #reportedP}.
     */
    public int p() {
        return map.owners().size();
    }

    /**
     * Returns the number of columns of the map's virtual grid: the matrix's blocks are dealt to the cells of this grid, of which a fast
     * rank may own several. It need not be the number of process columns that netlib's report shows: {@link #reportedQ}.
     */
    public int q() {
        return map.owners().getFirst().size();
    }

    /**
     * Returns the number of process rows, P, that netlib's report shows for this plan. {@link #reportedP} x {@link #reportedQ} is the
     * number of ranks that take part. Where a rank owns several cells of the grid to which blocks are dealt, that is fewer ranks than the
     * grid has cells. The result is {@link #p} if this divides the number of ranks that take part, else 1.
     */
    public int reportedP() {
        return map.ranks().size() % p() == 0 ? p() : 1;
    }

    /**
     * Returns the number of process columns, Q, that netlib's report shows for this plan: the number of ranks that take part, divided by
     * {@link #reportedP}.
     */
    public int reportedQ() {
        return map.ranks().size() / reportedP();
    }
}
