package hplhetero.hpl.balance;

import java.util.Arrays;
import java.util.List;

/** Ranks on a grid and block sequences, in the two forms that are used. */
final class Grids {

    private Grids() {
    }

    static int[][] ints(List<List<Integer>> owners) {
        return owners.stream().map(row -> row.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new);
    }

    static int[] sequence(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    static List<Integer> boxed(int[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    static List<List<Integer>> boxed(int[][] grid) {
        return Arrays.stream(grid).map(Grids::boxed).toList();
    }
}
