package hplhetero.hpl.balance;

import java.util.List;

/**
 * A plan before its map is made.
 *
 * @param grid P rows of Q world ranks
 * @param kind kind of map
 * @param nb   blocking factor
 */
record Candidate(List<List<Integer>> grid, MapKind kind, int nb) {

    int p() {
        return grid.size();
    }

    int q() {
        return grid.getFirst().size();
    }

    List<Integer> ranks() {
        return grid.stream().flatMap(List::stream).toList();
    }

    Candidate with(MapKind newKind, int newNb) {
        return new Candidate(grid, newKind, newNb);
    }

    /** Whether a person would call it another plan: the same ranks in another order are not. */
    boolean differsFrom(Candidate other) {
        return p() != other.p() || q() != other.q() || kind != other.kind || nb != other.nb;
    }
}
