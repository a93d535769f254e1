package hplhetero.hpl.plan.map;

import java.util.Arrays;
import java.util.List;

/** Ranks on a grid and block sequences, in the two forms that are used. */
public final class RankGrids {

    private RankGrids() {
    }

    public static int[][] ints(List<List<Integer>> owners) {
        return owners.stream().map(row -> row.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new);
    }

    public static int[] sequence(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    public static List<Integer> boxed(int[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    public static List<List<Integer>> boxed(int[][] grid) {
        return Arrays.stream(grid).map(RankGrids::boxed).toList();
    }
}
