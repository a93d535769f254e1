package hplhetero.bench.cluster;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Ranks of unlike speed on a grid. The fastest ranks are slowed too, so that all ranks fit on the cores of this machine.
 *
 * @param factors how many times slower than a core each rank is, row by row of the grid
 * @param p       process rows
 * @param q       process columns
 */
public record EmulatedCluster(List<Double> factors, int p, int q) {

    public EmulatedCluster {
        factors = List.copyOf(factors);
        if (factors.size() != p * q || factors.stream().anyMatch(f -> !(f >= 1))) {
            throw new IllegalArgumentException("factors=" + factors + " grid=" + p + "x" + q
                    + ": give a factor >= 1 for each rank");
        }
    }

    /** Reads a cluster from text such as {@code 2,2,2,4} for 1 x 4 or {@code 2,2/4,4} for 2 x 2. */
    public static EmulatedCluster parse(String text) {
        List<List<Double>> rows = Arrays.stream(text.split("/", -1))
                .map(row -> Arrays.stream(row.split(",", -1)).map(item -> factor(item, text)).toList()).toList();
        if (rows.stream().anyMatch(row -> row.size() != rows.getFirst().size())) {
            throw new IllegalArgumentException("cluster " + text + ": give every row of the grid as many factors");
        }
        return new EmulatedCluster(rows.stream().flatMap(List::stream).toList(), rows.size(), rows.getFirst().size());
    }

    private static double factor(String item, String text) {
        try {
            return Double.parseDouble(item);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("cluster " + text + ": expected factors such as 2,2,4 or 2,2/4,4, found `"
                    + item + "`", notANumber);
        }
    }

    static EmulatedCluster single(double factor) {
        return new EmulatedCluster(List.of(factor), 1, 1);
    }

    /** Returns a title such as {@code 3 + 1 at 2:1, 1 x 4}. */
    public String title() {
        String counts = factors.stream().distinct().sorted()
                .map(f -> String.valueOf(Collections.frequency(factors, f))).collect(Collectors.joining(" + "));
        String speeds = factors.stream().distinct().sorted()
                .map(f -> number(slowest() / f)).collect(Collectors.joining(":"));
        return counts + " at " + speeds + ", " + p + " x " + q;
    }

    /** Returns a name for files, such as {@code 2-2-2-4_1x4}. */
    public String fileName() {
        return factors.stream().map(EmulatedCluster::number).collect(Collectors.joining("-")) + "_" + p + "x" + q;
    }

    double slowest() {
        return Collections.max(factors);
    }

    /** Returns the factor of the fastest ranks. */
    public double fastest() {
        return Collections.min(factors);
    }

    /** Returns the map that deals columns and rows in proportion to the speeds, as far as a grid allows. */
    String weightedMap() {
        GridWeights weights = GridWeights.of(speeds());
        String cols = "cols=" + joined(weights.cols());
        return "weighted:" + (p == 1 ? cols : "rows=" + joined(weights.rows()) + ";" + cols);
    }

    /** Returns the speed of the whole grid when no rank is given more than its speed, in units of a core's speed. */
    public double gridSpeed() {
        return GridWeights.of(speeds()).sum();
    }

    /** Returns the sum of all ranks' speeds, in units of a core's speed. */
    public double totalSpeed() {
        return factors.stream().mapToDouble(f -> 1 / f).sum();
    }

    /** Returns the speed of each rank, 1 / factor, by rows of the grid. */
    List<List<Double>> speeds() {
        return IntStream.range(0, p).mapToObj(i -> factors.subList(i * q, (i + 1) * q).stream().map(f -> 1 / f).toList())
                .toList();
    }

    /**
     * Returns the paper's map. It has rows and columns of cells in proportion to the weights, as small integers, dealt in turn so that
     * neighbours have different owners.
     */
    String cellsMap() {
        GridWeights weights = GridWeights.of(speeds());
        List<Integer> rows = turns(weights.rows());
        List<Integer> cols = turns(weights.cols());
        return "cells:" + rows.stream().map(i -> cols.stream().map(j -> String.valueOf(i * q + j))
                .collect(Collectors.joining(","))).collect(Collectors.joining("/"));
    }

    private static List<Integer> turns(List<Double> weights) {
        double least = Collections.min(weights);
        List<Integer> left = new ArrayList<>(weights.stream().map(w -> (int) Math.round(w / least)).toList());
        List<Integer> order = new ArrayList<>();
        while (Collections.max(left) > 0) {
            for (int i = 0; i < left.size(); i++) {
                if (left.get(i) > 0) {
                    order.add(i);
                    left.set(i, left.get(i) - 1);
                }
            }
        }
        return order;
    }

    /** Returns a cluster of the fast ranks of this one alone, as a process grid of one row. */
    public EmulatedCluster fastOnes() {
        List<Double> fast = factors.stream().filter(f -> f == fastest()).toList();
        return new EmulatedCluster(fast, 1, fast.size());
    }

    /** Returns the cluster of processes when fast nodes run several processes each, all as fast as the slowest node. */
    EmulatedCluster severalProcesses() {
        int processes = factors.stream().mapToInt(f -> (int) Math.round(slowest() / f)).sum();
        return new EmulatedCluster(Collections.nCopies(processes, slowest()), 1, processes);
    }

    String factorList() {
        return joined(factors);
    }

    private static String joined(List<Double> values) {
        return values.stream().map(EmulatedCluster::number).collect(Collectors.joining(","));
    }

    /** Returns a number as text, with at most four significant digits. */
    public static String number(double value) {
        return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
    }
}
