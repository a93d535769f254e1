package hplhetero.hpl.plan;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The maps of blocks with which a test began and ended.
 *
 * @param start the map with which the test began
 * @param end   the map with which the test ended; empty where no block column changed owners
 */
public record CaseMaps(BlockMap start, Optional<BlockMap> end) {

    /**
     * Returns the maps of a test of order 1 or more. Where the sequence of block columns at the end does not fit the map of the start, as a
     * file may have it that was changed by hand, there is no map of the end.
     */
    public static CaseMaps of(CaseResult result) {
        BlockMap start = BlockMap.of(result.hplCase());
        return new CaseMaps(start, end(start, result.adaptation().kappa()));
    }

    private static Optional<BlockMap> end(BlockMap start, List<Integer> kappa) {
        boolean fits = kappa.size() == start.kappa().length && kappa.stream().allMatch(c -> c >= 0 && c < start.grid().cols());
        return fits ? Optional.of(new BlockMap(start.n(), start.nb(), start.grid(), start.rho(),
                kappa.stream().mapToInt(Integer::intValue).toArray())) : Optional.empty();
    }

    /** Returns the number of block columns whose owners at the end are not those of the start. */
    public int moved() {
        return end.map(map -> (int) IntStream.range(0, map.kappa().length).filter(j -> map.kappa()[j] != start.kappa()[j]).count())
                .orElse(0);
    }

    /** Returns the share of the elements of [A | b] that each rank held when the test began, 0..1, by rank. */
    public Map<Integer, Double> sharesAtStart() {
        return shares(start);
    }

    /** Returns the share of the elements of [A | b] that each rank held when the test ended, 0..1, by rank; empty as {@link #end} is. */
    public Optional<Map<Integer, Double>> sharesAtEnd() {
        return end.map(CaseMaps::shares);
    }

    private static Map<Integer, Double> shares(BlockMap map) {
        double[] rows = widths(map.rho(), map.grid().rows(), map.nb(), map.n());
        double[] cols = widths(map.kappa(), map.grid().cols(), map.nb(), map.n() + 1L);
        double all = Arrays.stream(rows).sum() * Arrays.stream(cols).sum();
        Map<Integer, Double> shares = new TreeMap<>();
        for (int r = 0; r < rows.length; r++) {
            for (int c = 0; c < cols.length; c++) {
                shares.merge(map.grid().owner(r, c), rows[r] * cols[c] / all, Double::sum);
            }
        }
        return shares;
    }

    /** Returns how many rows, or columns, of the matrix lie in each virtual row, or virtual column. */
    private static double[] widths(int[] sequence, int parts, int nb, long limit) {
        double[] widths = new double[parts];
        for (int i = 0; i < sequence.length; i++) {
            widths[sequence[i]] += Math.min(nb, limit - (long) i * nb);
        }
        return widths;
    }

    /** Returns the number of virtual columns, the same for both maps. */
    public int columns() {
        return start.grid().cols();
    }

    /**
     * Returns the ranks that own the cells of a virtual column, each once, from top to bottom.
     *
     * @param column virtual column, 0 .. {@link #columns()} - 1
     */
    public List<Integer> ranks(int column) {
        return IntStream.range(0, start.grid().rows()).map(r -> start.grid().owner(r, column)).distinct().boxed().toList();
    }

    /** Returns the share of a case's columns, 0..1, that were factored when {@code panels} panels had been applied. */
    public static double factored(HplCase c, int panels) {
        return columns(c, panels) / (double) c.n();
    }

    /** Returns the number of a case's columns that were factored when {@code panels} panels had been applied. */
    public static int columns(HplCase c, int panels) {
        return (int) Math.min(c.n(), (long) panels * c.nb());
    }
}
