package hplhetero.input;

import hplhetero.hpl.problem.MapSpec;
import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Reads the words for a map of blocks, and checks whether a map fits a grid. The forms are:
 *
 * <dl>
 * <dt>{@code cyclic}
 * <dd>netlib's block-cyclic map on the P x Q processes.
 * <dt>{@code cells:0,0,1,2} or {@code cells:0,1/2,2}
 * <dd>a virtual grid of cells, whose rows are separated by {@code /}. Each number is the rank that owns the cell. Blocks are dealt to the
 * cells cyclically, so a rank gets work in proportion to its cells. Every rank 0..P*Q-1 owns at least one cell, and no other rank appears;
 * the numbers of rows and columns are free. Neighbouring columns should have different owners, or look-ahead has nothing to hide behind.
 * <dt>{@code weighted:cols=2,2,1} or {@code "weighted:rows=1,2;cols=1,1"}
 * <dd>one cell for each rank. Blocks are dealt to the P process rows and Q process columns in proportion to these relative speeds, by
 * reverse greedy. Rows or columns that are not given have equal weights. In a shell, the {@code ;} needs quotes.
 * </dl>
 */
public final class MapSpecReader {
    private static final String FORMS = "cyclic, cells:0,1/2,2 or weighted:rows=1,2;cols=1,1;"
            + " or auto, cells, weighted or shared, for a map that the planner makes";

    private MapSpecReader() {
    }

    /**
     * Returns the map of blocks to ranks that a text describes, in upper case or lower case.
     *
     * @param text {@code cyclic} for netlib's map; {@code cells:} with the rank that owns each cell of a grid, rows separated by {@code /},
     *             such as {@code cells:0,1/2,2}; or {@code weighted:} with the relative speeds, &gt; 0, of process rows, process columns or
     *             both, such as {@code weighted:rows=1,2;cols=1,1}
     * @throws InputException if the text has none of these forms
     */
    public static MapSpec parse(String text) {
        String map = text.strip().toLowerCase(Locale.ROOT);
        String where = "map " + Numbers.quoted(text.strip());
        if (map.equals("cyclic")) {
            return new MapSpec.Cyclic();
        }
        if (map.startsWith("cells:")) {
            return cells(map.substring("cells:".length()), where);
        }
        if (map.startsWith("weighted:")) {
            return weighted(map.substring("weighted:".length()), where);
        }
        throw InputException.unknownWord(where + ": is not a map: give " + FORMS, text.strip(),
                List.of("auto", "cyclic", "cells", "weighted", "shared"));
    }

    /**
     * Checks that a map can be laid on {@code p} x {@code q} processes.
     *
     * @throws InputException if the map does not fit, saying what is missing or too many
     */
    public static void check(MapSpec map, int p, int q) {
        switch (map) {
            case MapSpec.Cyclic() -> { }
            case MapSpec.Cells(var owners) -> checkCells(owners, p, q);
            case MapSpec.Weighted(var rows, var cols) -> {
                checkWeights("rows", rows, "P", p);
                checkWeights("cols", cols, "Q", q);
            }
            // an explicit map belongs to one N and NB, so MapCheck looks at each test
            case MapSpec.Explicit _ -> { }
        }
    }

    private static MapSpec cells(String text, String where) {
        List<List<Integer>> owners = new ArrayList<>();
        for (String row : text.split("/", -1)) {
            owners.add(items(row, item -> owner(item, where)));
            int width = owners.getFirst().size();
            if (owners.getLast().size() != width) {
                throw new InputException(where + ": row " + owners.size() + " has " + owners.getLast().size()
                        + " cells, row 1 has " + width + ": give every row the same number of cells");
            }
        }
        return new MapSpec.Cells(List.copyOf(owners));
    }

    private static int owner(String item, String where) {
        String expected = "ranks, integers >= 0";
        String remedy = "write cells as in cells:0,1/2,2";
        int rank = Numbers.whole(item, where, expected, remedy);
        if (rank < 0) {
            throw Numbers.refused(where, expected, Numbers.quoted(item), remedy);
        }
        return rank;
    }

    private static MapSpec weighted(String text, String where) {
        List<Double> rows = List.of();
        List<Double> cols = List.of();
        for (String part : text.split(";", -1)) {
            if (part.strip().startsWith("rows=") && rows.isEmpty()) {
                rows = weights(part, where);
            } else if (part.strip().startsWith("cols=") && cols.isEmpty()) {
                cols = weights(part, where);
            } else {
                throw Numbers.refused(where, "rows=... and cols=..., each at most once, separated by `;`",
                        Numbers.quoted(part), "write weights as in \"weighted:rows=1,2;cols=1,1\", in quotes");
            }
        }
        return new MapSpec.Weighted(rows, cols);
    }

    private static List<Double> weights(String part, String where) {
        return items(part.substring(part.indexOf('=') + 1), item -> weight(item, where));
    }

    private static double weight(String item, String where) {
        String expected = "weights, numbers > 0";
        String remedy = "write weights as in weighted:cols=2,2,1";
        double weight = Numbers.real(item, where, expected, remedy);
        if (weight <= 0) {
            throw Numbers.refused(where, expected, Numbers.quoted(item), remedy);
        }
        return weight;
    }

    private static <T> List<T> items(String text, Function<String, T> reader) {
        return Arrays.stream(text.split(",", -1)).map(String::strip).map(reader).toList();
    }

    private static void checkCells(List<List<Integer>> owners, int p, int q) {
        int ranks = Math.multiplyExact(p, q);
        List<Integer> present = owners.stream().flatMap(List::stream).sorted().distinct().toList();
        String where = "map cells on the grid P=" + p + " Q=" + q + ": ";
        if (present.isEmpty() || owners.stream().anyMatch(row -> row.size() != owners.getFirst().size())) {
            throw new InputException(where + "a row of cells is empty, or rows differ in length: give every row the same number of cells");
        }
        int strange = present.getFirst() < 0 ? present.getFirst() : present.getLast();
        if (strange < 0 || strange >= ranks) {
            throw new InputException(where + "rank " + strange + " owns a cell, but the ranks are 0.." + (ranks - 1)
                    + ": choose other owners or a grid with P x Q = " + (Math.max(0L, strange) + 1));
        }
        if (present.size() < ranks) {
            throw new InputException(where + "rank " + firstMissing(present) + " of " + ranks + " owns no cell: give "
                    + "the rank a cell, or choose a grid with fewer processes");
        }
    }

    /**
     * Returns the lowest rank that is missing in a list.
     *
     * @param present ranks in ascending order, fewer than all
     */
    private static int firstMissing(List<Integer> present) {
        int rank = 0;
        while (rank < present.size() && present.get(rank) == rank) {
            rank++;
        }
        return rank;
    }

    private static void checkWeights(String name, List<Double> weights, String letter, int processes) {
        if (!weights.isEmpty() && weights.size() != processes) {
            throw new InputException("map weighted:" + name + " has " + weights.size() + " weights on a grid with "
                    + letter + "=" + processes + ": give " + processes + " weights, or choose " + letter + "="
                    + weights.size());
        }
        for (double weight : weights) {
            if (!(weight > 0) || Double.isInfinite(weight)) {
                throw new InputException("map weighted:" + name + " has the weight " + weight
                        + ": choose finite weights > 0");
            }
        }
    }
}
