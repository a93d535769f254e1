package hplhetero.results;

import hplhetero.hpl.plan.CaseMaps;
import hplhetero.hpl.result.CaseResult;
import java.util.Map;
import java.util.Optional;

/**
 * The shares of the matrix that ranks held in a test whose block columns changed owners.
 *
 * @param start share of each rank when the test began, 0..1, by rank
 * @param end   share of each rank when the test ended, 0..1, by rank
 */
public record MovedShares(Map<Integer, Double> start, Map<Integer, Double> end) {

    /** Returns the shares of a test; empty where no block column changed owners, or where the map of the end is not known. */
    public static Optional<MovedShares> of(CaseResult result) {
        if (!result.adaptation().hasMoved()) {
            return Optional.empty();
        }
        CaseMaps maps = CaseMaps.of(result);
        return maps.sharesAtEnd().map(end -> new MovedShares(maps.sharesAtStart(), end));
    }
}
