package hplhetero.hpl.plan;

import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.map.MapKind;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A plan before its map is made.
 *
 * @param grid    P rows of Q world ranks
 * @param kind    kind of map
 * @param nb      blocking factor
 * @param variant how the run is done
 */
record Candidate(List<List<Integer>> grid, MapKind kind, int nb, SolveVariant variant) {

    /** Returns the number of rows of the candidate's grid of ranks. */
    int p() {
        return grid.size();
    }

    /** Returns the number of columns of the candidate's grid of ranks. */
    int q() {
        return grid.getFirst().size();
    }

    /** Returns the ranks of the grid, row after row, each from left to right. */
    List<Integer> ranks() {
        return grid.stream().flatMap(List::stream).toList();
    }

    /** Returns the ranks of the grid, column after column, each from top to bottom. */
    List<Integer> byColumns() {
        return IntStream.range(0, p() * q()).mapToObj(i -> grid.get(i % p()).get(i / p())).toList();
    }

    /** Returns this candidate with another kind of map and blocking factor. */
    Candidate with(MapKind newKind, int newNb) {
        return new Candidate(grid, newKind, newNb, variant);
    }

    /** Returns this candidate with another variant of the run. */
    Candidate with(SolveVariant other) {
        return new Candidate(grid, kind, nb, other);
    }

    /**
     * Returns whether a person would call the other candidate another plan. One with the same ranks in another order, or run in another
     * way, is not.
     */
    boolean differsFrom(Candidate other) {
        return p() != other.p() || q() != other.q() || kind != other.kind || nb != other.nb;
    }
}
