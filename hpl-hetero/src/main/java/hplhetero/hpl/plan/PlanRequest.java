package hplhetero.hpl.plan;

import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.map.MapKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The request for a plan: what the plan is for, and what of it is free.
 *
 * @param n        order of A, &gt;= 1; empty: the order at which the ranks' memory gives the highest rate
 * @param nb       blocking factors to choose from, &gt;= 1, at least one
 * @param grid     process grid; empty: the grid is free, and ranks may be left out
 * @param kind     kind of map; empty: the kind is free
 * @param variants ways in which the run may be done, at least one: the first is taken, or where routes are known the fastest there
 */
public record PlanRequest(OptionalInt n, List<Integer> nb, Optional<Grid> grid, Optional<MapKind> kind, List<SolveVariant> variants) {
    /** Blocking factors that are worth trying where none is given. */
    public static final List<Integer> USUAL_NB = List.of(96, 128, 192, 256, 320);

    /**
     * A process grid P x Q that a plan must have; the plan takes the P x Q fastest ranks.
     *
     * @param p number of process rows, &gt;= 1
     * @param q number of process columns, &gt;= 1
     */
    public record Grid(int p, int q) {
        /**
         * Checks that there is at least one row and one column.
         *
         * @throws IllegalArgumentException when {@code p} or {@code q} is less than 1
         */
        public Grid {
            if (p < 1 || q < 1) {
                throw new IllegalArgumentException("p=" + p + " q=" + q + ": must be >= 1");
            }
        }
    }

    /**
     * Checks that each component is in its range.
     *
     * @throws IllegalArgumentException when {@code n} or a blocking factor is less than 1, or there is no blocking factor or no variant
     */
    public PlanRequest {
        nb = List.copyOf(nb);
        variants = List.copyOf(variants);
        if (n.isPresent() && n.getAsInt() < 1 || nb.isEmpty() || nb.stream().anyMatch(b -> b < 1) || variants.isEmpty()) {
            throw new IllegalArgumentException("n=" + n + " nb=" + nb + " variants=" + variants.size()
                    + ": must be n >= 1, at least one nb >= 1, at least one variant");
        }
    }

    /**
     * Creates a request for a run that can be done in one way only. The other parameters are the record's components.
     *
     * @param variant how the run is done
     */
    public PlanRequest(OptionalInt n, List<Integer> nb, Optional<Grid> grid, Optional<MapKind> kind, SolveVariant variant) {
        this(n, nb, grid, kind, List.of(variant));
    }

    /**
     * Returns the first of the request's variants: look-ahead depth, broadcast and row swap. A run is done in this variant, unless the
     * routes of messages in the cluster's network are known and the planner finds a faster one among the others.
     */
    public SolveVariant variant() {
        return variants.getFirst();
    }

    /** Returns this request with a found N and NB in the place of what was free. */
    PlanRequest with(int newN, int newNb) {
        return new PlanRequest(OptionalInt.of(newN), List.of(newNb), grid, kind, variants);
    }

    /**
     * Returns a request that fixes N, look-ahead, broadcast and row swap. The planner is free to choose NB among the usual ones, the
     * process grid, and the way in which blocks are dealt to ranks.
     *
     * @param n       order of A, &gt;= 1
     * @param variant look-ahead depth, and algorithms of the broadcast and the row swap
     */
    public static PlanRequest of(int n, SolveVariant variant) {
        return new PlanRequest(OptionalInt.of(n), USUAL_NB, Optional.empty(), Optional.empty(), variant);
    }
}
