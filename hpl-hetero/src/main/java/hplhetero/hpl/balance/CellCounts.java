package hplhetero.hpl.balance;

import java.util.Arrays;

/**
 * Integer numbers of cells in proportion to speeds, and an order of them in which a rank's cells are spread.
 */
final class CellCounts {

    private CellCounts() {
    }

    /** Cells for each: one, then each further one to whom it makes the least slow. */
    static int[] of(double[] speeds, int cells) {
        int[] count = new int[speeds.length];
        Arrays.fill(count, 1);
        for (int dealt = speeds.length; dealt < cells; dealt++) {
            int best = 0;
            for (int i = 1; i < count.length; i++) {
                if ((count[i] + 1) / speeds[i] < (count[best] + 1) / speeds[best]) {
                    best = i;
                }
            }
            count[best]++;
        }
        return count;
    }

    /** The slowest's time: cells / speed. */
    static double slowest(double[] speeds, int[] count) {
        double slowest = 0;
        for (int i = 0; i < count.length; i++) {
            slowest = Math.max(slowest, count[i] / speeds[i]);
        }
        return slowest;
    }

    /**
     * Every cell's owner: always one that lags behind its share the most, but not the last one's again unless no other is
     * left, or it has more than half of what is left and would end up beside itself anyway.
     */
    static int[] spread(int[] count) {
        int[] left = count.clone();
        int[] owners = new int[Arrays.stream(count).sum()];
        for (int cell = 0; cell < owners.length; cell++) {
            int last = cell == 0 ? -1 : owners[cell - 1];
            int best = -1;
            for (int i = 0; i < left.length; i++) {
                boolean again = i == last && 2 * left[i] <= owners.length - cell;
                if (left[i] > 0 && !again && (best < 0 || lag(left[i], count[i]) > lag(left[best], count[best]))) {
                    best = i;
                }
            }
            owners[cell] = best;
            left[best]--;
        }
        return owners;
    }

    /** How early the next of so many cells spread evenly over (0, 1) stands, negative. */
    private static double lag(int left, int count) {
        return -(count - left + 0.5) / count;
    }
}
