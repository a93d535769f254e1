package hplhetero.hpl.plan;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.map.MapKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a plan is wanted for, and what of it is free.
 *
 * @param n        order of A, &gt;= 1; empty: the one at which the ranks' memory gives the highest rate
 * @param nb       blocking factors to choose from, &gt;= 1, at least one
 * @param grid     process grid; empty: free, and ranks may be left out
 * @param kind     kind of map; empty: free
 * @param variants how the run may be done, at least one way: the first, or where routes are known that one that is fastest there
 */
public record PlanRequest(OptionalInt n, List<Integer> nb, Optional<Grid> grid, Optional<MapKind> kind, List<SolveVariant> variants) {
    /** Blocking factors worth trying where none is given. */
    public static final List<Integer> USUAL_NB = List.of(96, 128, 192, 256, 320);

    /** A process grid P x Q; it takes the P x Q fastest ranks. */
    public record Grid(int p, int q) {
        public Grid {
            if (p < 1 || q < 1) {
                throw new IllegalArgumentException("p=" + p + " q=" + q + ": must be >= 1");
            }
        }
    }

    public PlanRequest {
        nb = List.copyOf(nb);
        variants = List.copyOf(variants);
        if (n.isPresent() && n.getAsInt() < 1 || nb.isEmpty() || nb.stream().anyMatch(b -> b < 1) || variants.isEmpty()) {
            throw new IllegalArgumentException("n=" + n + " nb=" + nb + " variants=" + variants.size()
                    + ": must be n >= 1, at least one nb >= 1, at least one variant");
        }
    }

    /** A run that is done in one way. */
    public PlanRequest(OptionalInt n, List<Integer> nb, Optional<Grid> grid, Optional<MapKind> kind, SolveVariant variant) {
        this(n, nb, grid, kind, List.of(variant));
    }

    /** The first. */
    public SolveVariant variant() {
        return variants.getFirst();
    }

    /** The same but for what was found. */
    PlanRequest with(int newN, int newNb) {
        return new PlanRequest(OptionalInt.of(newN), List.of(newNb), grid, kind, variants);
    }

    /** All free but N. */
    public static PlanRequest of(int n, SolveVariant variant) {
        return new PlanRequest(OptionalInt.of(n), USUAL_NB, Optional.empty(), Optional.empty(), variant);
    }
}
