package hplhetero.hpl.plan.map;
import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.problem.MapSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reverse greedy on one row of ranks with block columns cut into parts of interleaved block rows. */
final class SharedColumns {

    private SharedColumns() {
    }

    /** See {@link Maps#shared}. */
    static Optional<MapSpec.Explicit> dealt(MatrixBlocks shape, StepCost cost, long[] capacity, List<Integer> ranks, int parts) {
        int rows = Math.min(parts, shape.blockRows());
        double[] columns = new double[ranks.size()];
        Map<List<Integer>, Integer> virtualColumns = new LinkedHashMap<>();
        List<Integer> kappa = new ArrayList<>();
        double tallest = tallest(shape, rows);
        for (int k = shape.blockCols() - 1; k >= 0; k--) {
            double left = Math.max(1, shape.n() - (double) k * shape.nb());
            List<Integer> owners = new ArrayList<>();
            for (int part = 0; part < rows; part++) {
                long idle = Arrays.stream(columns).filter(held -> held == 0).count();
                boolean scarce = (k + 1L) * rows - part <= idle;
                int best = soonest(cost, capacity, ranks, columns, scarce, shape.width(k) / (double) rows, left, tallest * rows);
                if (best < 0) {
                    return Optional.empty();
                }
                columns[best] += shape.width(k) / (double) rows;
                owners.add(ranks.get(best));
            }
            // the order within a column is free: the same ranks make the same virtual column
            kappa.addFirst(virtualColumns.computeIfAbsent(owners.stream().sorted().toList(), _ -> virtualColumns.size()));
        }
        List<List<Integer>> grid = IntStream.range(0, rows)
                .mapToObj(r -> virtualColumns.keySet().stream().map(owners -> owners.get(r)).toList()).toList();
        return Optional.of(new MapSpec.Explicit(grid, IntStream.range(0, shape.blockRows()).map(k -> k % rows).boxed().toList(), kappa));
    }

    /** Rows of the largest part of a column. */
    private static double tallest(MatrixBlocks shape, int rows) {
        return Math.min(shape.n(), (shape.blockRows() + rows - 1) / rows * (double) shape.nb());
    }

    /**
     * The rank that is done soonest with so many columns more, of those that have room; -1 for none.
     *
     * @param scarce whether all that is left is needed for the ranks that have nothing yet
     */
    private static int soonest(StepCost cost, long[] capacity, List<Integer> ranks, double[] columns, boolean scarce, double more,
            double left, double height) {
        int best = -1;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < columns.length; i++) {
            if (scarce && columns[i] > 0) {
                continue;
            }
            double seconds = cost.seconds(ranks.get(i), left, columns[i] + more);
            if (seconds < least && (columns[i] + more) * height <= capacity[ranks.get(i)]) {
                least = seconds;
                best = i;
            }
        }
        return best;
    }
}
