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

/** Reverse greedy on one row of ranks, with block columns cut into parts of interleaved block rows. */
final class SharedColumns {

    private SharedColumns() {
    }

    /**
     * Returns the map of {@link Maps#shared}; empty where no rank has room for some part.
     *
     * @param parts parts of a column
     */
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
            // the order within a column is free, so equal sets of ranks make one virtual column
            kappa.addFirst(virtualColumns.computeIfAbsent(owners.stream().sorted().toList(), _ -> virtualColumns.size()));
        }
        List<List<Integer>> grid = IntStream.range(0, rows)
                .mapToObj(r -> virtualColumns.keySet().stream().map(owners -> owners.get(r)).toList()).toList();
        return Optional.of(new MapSpec.Explicit(grid, IntStream.range(0, shape.blockRows()).map(k -> k % rows).boxed().toList(), kappa));
    }

    /** Returns the rows of the largest part of a column. */
    private static double tallest(MatrixBlocks shape, int rows) {
        return Math.min(shape.n(), (shape.blockRows() + rows - 1) / rows * (double) shape.nb());
    }

    /**
     * Returns the index of the rank that is done soonest with so many columns more, among ranks that have room; -1 for none.
     *
     * @param columns columns that each rank has so far, indexed as {@code ranks}
     * @param scarce  whether all parts that are left are needed for ranks that have nothing yet
     * @param more    columns to add, as a part of full columns
     * @param left    rows of the trailing matrix
     * @param height  rows for which a full column counts in memory: its parts times the rows of the largest part
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
