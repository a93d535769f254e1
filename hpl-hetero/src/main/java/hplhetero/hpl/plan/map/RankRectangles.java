package hplhetero.hpl.plan.map;

import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.problem.MapSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The rectangles that ranks own in a virtual grid: for each rank and each set of virtual rows, the virtual columns in which the rank owns
 * just these rows. A rank updates one rectangle after the other.
 */
final class RankRectangles {

    /**
     * A rectangle of cells that one rank owns.
     *
     * @param rank the owner
     * @param rows virtual rows of the rectangle
     * @param cols virtual columns of the rectangle
     * @param last whether this is the last rectangle of its rank
     */
    private record Part(int rank, int[] rows, int[] cols, boolean last) {
    }

    private final Part[] parts;
    private final int rows;
    private final int cols;

    RankRectangles(List<List<Integer>> owners) {
        rows = owners.size();
        cols = owners.getFirst().size();
        Map<Integer, Map<List<Integer>, List<Integer>>> byRank = new TreeMap<>();
        for (int c = 0; c < cols; c++) {
            int column = c;
            for (int rank : IntStream.range(0, rows).map(r -> owners.get(r).get(column)).distinct().toArray()) {
                List<Integer> own = IntStream.range(0, rows).filter(r -> owners.get(r).get(column) == rank).boxed().toList();
                byRank.computeIfAbsent(rank, _ -> new LinkedHashMap<>()).computeIfAbsent(own, _ -> new ArrayList<>()).add(c);
            }
        }
        List<Part> list = new ArrayList<>();
        byRank.forEach((rank, rectangles) -> rectangles.forEach((own, columns) ->
                list.add(new Part(rank, ints(own), ints(columns), own.equals(last(rectangles))))));
        parts = list.toArray(Part[]::new);
    }

    private static List<Integer> last(Map<List<Integer>, List<Integer>> rectangles) {
        return rectangles.keySet().stream().reduce((a, b) -> b).orElseThrow();
    }

    private static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the rectangles that ranks own in the virtual grid of a map. */
    static RankRectangles of(MapSpec.Explicit map) {
        return new RankRectangles(map.owners());
    }

    /** Returns the number of rows of the virtual grid. */
    int rows() {
        return rows;
    }

    /** Returns the number of columns of the virtual grid. */
    int cols() {
        return cols;
    }

    /** Returns the number of rectangles. One call of {@link #slowest} asks for the time of a rank that many times. */
    int count() {
        return parts.length;
    }

    /**
     * Returns the seconds of the slowest rank in one update.
     *
     * @param m rows of each virtual row
     * @param n columns of each virtual column
     */
    double slowest(StepCost cost, double[] m, double[] n) {
        double slowest = 0;
        double seconds = 0;
        for (Part part : parts) {
            seconds += cost.seconds(part.rank, sum(m, part.rows), sum(n, part.cols));
            if (part.last) {
                slowest = Math.max(slowest, seconds);
                seconds = 0;
            }
        }
        return slowest;
    }

    /**
     * Returns whether every rank holds no more than it can.
     *
     * @param capacity elements that each rank can hold, indexed by rank
     * @param m        rows of each virtual row
     * @param n        columns of each virtual column
     */
    boolean fits(long[] capacity, double[] m, double[] n) {
        double elements = 0;
        for (Part part : parts) {
            elements += sum(m, part.rows) * sum(n, part.cols);
            if (part.last) {
                if (elements > capacity[part.rank]) {
                    return false;
                }
                elements = 0;
            }
        }
        return true;
    }

    private static double sum(double[] values, int[] which) {
        if (which.length == 1) {
            return values[which[0]];
        }
        double sum = 0;
        for (int i : which) {
            sum += values[i];
        }
        return sum;
    }
}
