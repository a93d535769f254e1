package hplhetero.hpl.plan.map;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A virtual grid in which each column of a P x Q grid of ranks has some virtual columns, and in these each of its ranks
 * some virtual rows.
 *
 * @param rowOwner  grid row of the owner, for each grid column and virtual row
 * @param colOwner  grid column of each virtual column
 * @param loss      time of the slowest rank over that of a perfect share
 */
record CellGrid(int[][] rowOwner, int[] colOwner, double loss) {

    /** The best integers for a virtual grid of that size. */
    static CellGrid of(double[][] speeds, int rows, int cols) {
        int q = speeds[0].length;
        int[][] rowOwner = new int[q][];
        double[] columnSpeed = new double[q];
        double all = 0;
        for (int j = 0; j < q; j++) {
            int column = j;
            double[] inColumn = Arrays.stream(speeds).mapToDouble(row -> row[column]).toArray();
            int[] count = CellCounts.of(inColumn, rows);
            rowOwner[j] = CellCounts.spread(count);
            columnSpeed[j] = 1 / CellCounts.slowest(inColumn, count);
            all += Arrays.stream(inColumn).sum();
        }
        int[] count = CellCounts.of(columnSpeed, cols);
        return new CellGrid(rowOwner, CellCounts.spread(count), CellCounts.slowest(columnSpeed, count) * all / ((double) rows * cols));
    }

    /** Owners of the virtual grid's cells. */
    List<List<Integer>> owners(List<List<Integer>> grid) {
        return IntStream.range(0, rowOwner[0].length)
                .mapToObj(r -> Arrays.stream(colOwner).mapToObj(j -> grid.get(rowOwner[j][r]).get(j)).toList()).toList();
    }
}
