package hplhetero.hpl.plan.map;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/** Integer numbers of cells in proportion to speeds, and orders of cells in which each rank's cells are spread. */
final class CellCounts {

    private CellCounts() {
    }

    /** A turn: who gets a cell, and the time that decides the order of turns. */
    private record Next(int who, double time) implements Comparable<Next> {
        @Override
        public int compareTo(Next other) {
            int byTime = Double.compare(time, other.time);
            return byTime != 0 ? byTime : Integer.compare(who, other.who);
        }
    }

    /**
     * Returns the number of cells that each rank gets of {@code cells} cells. Each rank gets one. Each further cell goes to the rank that,
     * with this cell, has the fewest cells in proportion to its speed.
     *
     * @param speeds speed of each rank, indexed by rank
     * @param cells  number of all cells
     * @return number of cells, indexed by rank
     */
    static int[] of(double[] speeds, int cells) {
        int[] count = new int[speeds.length];
        Arrays.fill(count, 1);
        PriorityQueue<Next> queue = new PriorityQueue<>();
        for (int i = 0; i < count.length; i++) {
            queue.add(new Next(i, 2 / speeds[i]));
        }
        for (int dealt = speeds.length; dealt < cells; dealt++) {
            int best = queue.remove().who;
            count[best]++;
            queue.add(new Next(best, (count[best] + 1) / speeds[best]));
        }
        return count;
    }

    /**
     * Returns the largest quotient cells / speed of any rank: the time of the slowest rank, in the time that a rank of speed 1 takes for
     * one cell.
     *
     * @param speeds speed of each rank, indexed by rank
     * @param count  number of cells of each rank, indexed by rank
     */
    static double slowest(double[] speeds, int[] count) {
        double slowest = 0;
        for (int i = 0; i < count.length; i++) {
            slowest = Math.max(slowest, count[i] / speeds[i]);
        }
        return slowest;
    }

    /**
     * Returns the owners of a sequence of cells, in which each rank's cells are evenly spread. Then cells change places until, as far as
     * possible, neighbours have different owners; the first cell counts as a neighbour of the last one.
     *
     * @param count number of cells of each rank, indexed by rank
     * @return rank that owns each cell, indexed by cell
     */
    static int[] spread(int[] count) {
        int[] owners = IntStream.range(0, count.length).boxed()
                .flatMap(i -> IntStream.range(0, count[i]).mapToObj(x -> new Next(i, (x + 0.5) / count[i])))
                .sorted().mapToInt(Next::who).toArray();
        for (int k = 0; k < owners.length; k++) {
            for (int d = 1; d < owners.length && like(owners, k, k + 1); d++) {
                exchangeIfBetter(owners, (k + 1) % owners.length, (k + 1 + d) % owners.length);
                exchangeIfBetter(owners, k, Math.floorMod(k - d, owners.length));
            }
        }
        return owners;
    }

    private static void exchangeIfBetter(int[] owners, int a, int b) {
        int before = likeAround(owners, a) + likeAround(owners, b);
        exchange(owners, a, b);
        if (likeAround(owners, a) + likeAround(owners, b) >= before) {
            exchange(owners, a, b);
        }
    }

    private static void exchange(int[] owners, int a, int b) {
        int owner = owners[a];
        owners[a] = owners[b];
        owners[b] = owner;
    }

    private static int likeAround(int[] owners, int k) {
        return (like(owners, k - 1, k) ? 1 : 0) + (like(owners, k, k + 1) ? 1 : 0);
    }

    private static boolean like(int[] owners, int a, int b) {
        return owners[Math.floorMod(a, owners.length)] == owners[Math.floorMod(b, owners.length)];
    }
}
