package hplhetero.results.network;

import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The words for the ranks on each node that stand in the node's box. */
final class RankWords {
    private static final double CHARACTER = 0.6;
    private static final double MOST = 0.9;

    private final int[][] ranksOf;

    RankWords(int nodes, Optional<Placement> placement) {
        ranksOf = new int[nodes][0];
        placement.ifPresent(placed -> placed.ranksByNode().forEach(ranks -> ranksOf[placed.nodeOf(ranks[0])] = ranks));
    }

    /** Returns the numbers of the ranks on the node with number {@code node}. */
    int[] ranks(int node) {
        return ranksOf[node];
    }

    /** Returns whether some rank sits on the node with number {@code node}. */
    boolean used(int node) {
        return ranksOf[node].length > 0;
    }

    /** Returns the words for all ranks on a node, such as {@code ranks 0, 1, 7}. */
    String all(int node) {
        int[] ranks = ranksOf[node];
        return ranks.length == 0 ? "no rank" : (ranks.length == 1 ? "rank " : "ranks ")
                + Arrays.stream(ranks).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    }

    /** Returns the longest words for a node that fit {@code width} pixels: all ranks, a range, or their number; empty where none fits. */
    String fitting(int node, double width, int fontSize) {
        return choices(node).stream().filter(words -> width(words, fontSize) <= width).findFirst().orElse("");
    }

    private List<String> choices(int node) {
        int[] ranks = ranksOf[node];
        if (ranks.length == 0) {
            return List.of();
        }
        String each = Arrays.stream(ranks).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        boolean run = IntStream.range(1, ranks.length).allMatch(i -> ranks[i] == ranks[i - 1] + 1);
        String range = run && ranks.length > 2 ? ranks[0] + "-" + ranks[ranks.length - 1] : each;
        return ranks.length <= 2 ? List.of(each) : List.of(range, ranks.length + " ranks");
    }

    /** Returns whether the words for most nodes fit {@code width} pixels. Otherwise, only some nodes would have words, by chance. */
    boolean legible(double width, int fontSize) {
        int[] all = IntStream.range(0, ranksOf.length).filter(this::used).toArray();
        return Arrays.stream(all).filter(node -> !fitting(node, width, fontSize).isEmpty()).count() >= MOST * all.length;
    }

    /** Returns the width in pixels of the widest words for any node that are no wider than {@code most}. */
    double wanted(int fontSize, double most) {
        return IntStream.range(0, ranksOf.length).boxed().flatMap(node -> choices(node).stream())
                .mapToDouble(words -> width(words, fontSize)).filter(width -> width <= most).max().orElse(0);
    }

    /**
     * Returns the approximate width of some words, in pixels.
     *
     * @param words    the words
     * @param fontSize size of the text, in pixels
     */
    static double width(String words, int fontSize) {
        return CHARACTER * fontSize * words.length();
    }
}
