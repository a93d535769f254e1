package hplhetero.hpl.network.probe;

import hplhetero.hpl.calibrate.HostLinks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;

/** The choice of who exchanges messages with whom, and in which round. */
final class ProbePairs {
    private static final int PAIRS_OF_A_KIND = 3;

    private ProbePairs() {
    }

    /** A pair of ranks, a &lt; b. */
    record Pair(int a, int b) {
    }

    /**
     * Returns a few pairs of each kind: first ranks, and ranks far apart.
     *
     * @param ranks number of ranks of the world
     * @param kind  number of the kind that two ranks belong to
     * @return at most three pairs for each kind, by the kind's number
     */
    static SequencedMap<Integer, List<Pair>> ofEachKind(int ranks, IntBinaryOperator kind) {
        SequencedMap<Integer, List<Pair>> pairs = new TreeMap<>();
        int last = ranks - 1;
        int[][] candidates = {{0, 1}, {0, last}, {last - 1, last}, {0, last / 2}, {last / 2, last / 2 + 1}};
        for (int[] c : candidates) {
            offer(pairs, kind, c[0], c[1], ranks);
        }
        for (int r = 1; r < ranks; r++) {
            offer(pairs, kind, r - 1, r, ranks);
            offer(pairs, kind, 0, r, ranks);
        }
        return pairs;
    }

    private static void offer(SequencedMap<Integer, List<Pair>> pairs, IntBinaryOperator kind, int a, int b, int ranks) {
        if (a < 0 || a >= b || b >= ranks) {
            return;
        }
        List<Pair> chosen = pairs.computeIfAbsent(kind.applyAsInt(a, b), _ -> new ArrayList<>());
        if (chosen.size() < PAIRS_OF_A_KIND && !chosen.contains(new Pair(a, b))) {
            chosen.add(new Pair(a, b));
        }
    }

    /** Returns all pairs of ranks in rounds; in each round a rank is in one pair at most. */
    static List<List<Pair>> rounds(int ranks) {
        List<List<Pair>> rounds = new ArrayList<>();
        for (int round = 0; round < (ranks + 1) / 2 * 2 - 1; round++) {
            List<Pair> pairs = new ArrayList<>();
            for (int a = 0; a < ranks; a++) {
                int b = HostLinks.opponent(a, round, ranks);
                if (b > a) {
                    pairs.add(new Pair(a, b));
                }
            }
            rounds.add(pairs);
        }
        return rounds;
    }

    /** Returns pairs as a text, which {@link #read} reads. */
    static String write(List<Pair> pairs) {
        return pairs.stream().map(pair -> pair.a + " " + pair.b).collect(Collectors.joining(","));
    }

    /** Returns the pairs in a text that {@link #write} made. */
    static List<Pair> read(String text) {
        return text.isEmpty() ? List.of() : Arrays.stream(text.split(",")).map(pair -> pair.split(" "))
                .map(pair -> new Pair(Integer.parseInt(pair[0]), Integer.parseInt(pair[1]))).toList();
    }
}
