package hplhetero.hpl.pfact;

import hplhetero.hpl.DenseOracle;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A panel to factor.
 *
 * @param a      its rows from its block row on, by global row
 * @param k      its block number
 * @param nb     blocking factor
 * @param oracle the same, factored
 */
record SamplePanel(double[][] a, int k, int nb, DenseOracle oracle) {

    static SamplePanel random(Random random, int rows, int jb, int k, int nb) {
        double[][] a = new double[rows][];
        for (int i = 0; i < rows; i++) {
            a[i] = random.doubles(jb, -0.5, 0.5).toArray();
        }
        return of(a, k, nb);
    }

    static SamplePanel of(double[][] a, int k, int nb) {
        double[][] copy = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            copy[i] = a[i].clone();
        }
        return new SamplePanel(a, k, nb, new DenseOracle(copy, a[0].length));
    }

    /** Returns panels of many widths and heights, and some with several largest elements in a column. */
    static List<SamplePanel> several() {
        Random random = new Random(31);
        List<SamplePanel> panels = new ArrayList<>();
        for (int jb : new int[] {1, 2, 7, 16, 37}) {
            panels.add(random(random, jb, jb, 0, jb + 3));
            panels.add(random(random, jb, jb, 2, jb));
            panels.add(random(random, jb + 1, jb, 1, jb));
            panels.add(random(random, 6 * jb + 2, jb, 1, jb));
        }
        panels.add(random(random, 500, 16, 0, 16));
        // of equal magnitudes the first row is the pivot
        panels.add(of(new double[][] {{-1}, {1}, {1}, {-1}, {1}}, 0, 1));
        panels.add(of(new double[][] {{1, 3}, {2, 1}, {-2, 1}, {2, 2}, {1, 2}, {-2, 7}}, 0, 2));
        return panels;
    }

    /** Returns panel 3 of a matrix, with four columns, the second of which has no pivot. */
    static SamplePanel withoutSecondPivot(int rows) {
        double[][] a = new double[rows][];
        for (int i = 0; i < rows; i++) {
            a[i] = new double[] {i == 4 ? 2 : 1, 0, 0, i};
        }
        return of(a, 3, 4);
    }

    /** Returns the row that each column's row is swapped with, counted from the top of the panel. */
    Integer[] pivots() {
        return IntStream.of(oracle.pivots()).boxed().toArray(Integer[]::new);
    }

    int jb() {
        return a[0].length;
    }

    int n() {
        return k * nb + a.length;
    }
}
