package hplhetero.bench.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The weights r_i of rows and c_j of columns of a grid with r_i c_j &lt;= s_ij for speeds s_ij. A map that deals whole rows and columns can
 * give each rank so much without making it the rank that all wait for.
 */
record GridWeights(List<Double> rows, List<Double> cols) {

    /**
     * Returns the best weights of several starts: equal rows, and rows in proportion to the speeds in each column. The first row has weight
     * 1.
     */
    static GridWeights of(List<List<Double>> speeds) {
        List<List<Double>> starts = new ArrayList<>();
        starts.add(Collections.nCopies(speeds.size(), 1.0));
        for (int j = 0; j < speeds.getFirst().size(); j++) {
            int column = j;
            starts.add(speeds.stream().map(row -> row.get(column)).toList());
        }
        return starts.stream().map(start -> from(start, speeds)).max((a, b) -> Double.compare(a.sum(), b.sum())).orElseThrow();
    }

    private static GridWeights from(List<Double> rows, List<List<Double>> speeds) {
        List<Double> cols = new ArrayList<>();
        for (int j = 0; j < speeds.getFirst().size(); j++) {
            double most = Double.MAX_VALUE;
            for (int i = 0; i < rows.size(); i++) {
                most = Math.min(most, speeds.get(i).get(j) / rows.get(i));
            }
            cols.add(most);
        }
        return new GridWeights(rows.stream().map(r -> r / rows.getFirst()).toList(),
                cols.stream().map(c -> c * rows.getFirst()).toList());
    }

    /** Returns the sum of r_i c_j: the speed of the whole grid. */
    double sum() {
        return rows.stream().mapToDouble(d -> d).sum() * cols.stream().mapToDouble(d -> d).sum();
    }
}
