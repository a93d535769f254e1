package hplhetero.hpl.plan.map;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A virtual grid in which each column of a P x Q grid of ranks has some virtual columns, and each of its ranks has some virtual rows in
 * these.
 *
 * @param rowOwner grid row of the owner, indexed by grid column and virtual row
 * @param colOwner grid column of each virtual column
 * @param loss     time of the slowest rank over the time with a perfect share
 */
record CellGrid(int[][] rowOwner, int[] colOwner, double loss) {

    /**
     * Returns the virtual grid of this size with the best integer numbers of cells.
     *
     * @param speeds P x Q speeds of ranks
     * @param rows   virtual rows
     * @param cols   virtual columns
     */
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

    /**
     * Returns the owners of the virtual grid's cells.
     *
     * @param grid P rows of Q ranks
     */
    List<List<Integer>> owners(List<List<Integer>> grid) {
        return IntStream.range(0, rowOwner[0].length)
                .mapToObj(r -> Arrays.stream(colOwner).mapToObj(j -> grid.get(rowOwner[j][r]).get(j)).toList()).toList();
    }
}
