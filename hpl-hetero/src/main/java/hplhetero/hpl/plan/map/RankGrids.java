package hplhetero.hpl.plan.map;

import java.util.Arrays;
import java.util.List;

/** Conversions of ranks on a grid, and of block sequences, between lists and arrays. */
public final class RankGrids {

    private RankGrids() {
    }

    /** Returns a grid of ranks as an array, indexed by row and column. */
    public static int[][] ints(List<List<Integer>> owners) {
        return owners.stream().map(row -> row.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new);
    }

    /** Returns a sequence as an array. */
    public static int[] sequence(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns a sequence as a list. */
    public static List<Integer> boxed(int[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    /** Returns a grid of ranks as a list of rows. */
    public static List<List<Integer>> boxed(int[][] grid) {
        return Arrays.stream(grid).map(RankGrids::boxed).toList();
    }
}
