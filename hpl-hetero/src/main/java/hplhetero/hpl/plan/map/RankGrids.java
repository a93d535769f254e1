package hplhetero.hpl.plan.map;

import java.util.Arrays;
import java.util.List;

/** Conversions of ranks on a grid, and of block sequences, between lists and arrays. */
public final class RankGrids {

    private RankGrids() {
    }

    /** Converts a grid of ranks from a list of rows to an array, indexed by row, then column. */
    public static int[][] ints(List<List<Integer>> owners) {
        return owners.stream().map(row -> row.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new);
    }

    /**
     * Converts a sequence of whole numbers from a list to an array: for each block row of the matrix the row of the map's virtual grid to
     * which it is dealt, from 0, or for each block column the column.
     */
    public static int[] sequence(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Converts a sequence of whole numbers from an array to a list: for each block row of the matrix the row of the map's virtual grid to
     * which it is dealt, from 0, or for each block column the column.
     */
    public static List<Integer> boxed(int[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    /** Converts a grid of ranks from an array, indexed by row, then column, to a list of rows. */
    public static List<List<Integer>> boxed(int[][] grid) {
        return Arrays.stream(grid).map(RankGrids::boxed).toList();
    }
}
