package hplhetero.hpl.model.messages;

import hplhetero.comm.Sites;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.swap.RowSwapTraffic;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a swap that cross between two sites of a process column, as parts of the panel's jb rows, averaged over the ranks that the
 * rows may leave.
 *
 * @param a       a rank at one of the sites
 * @param b       a rank at the other site
 * @param both    rows in both directions together
 * @param busiest rows in the direction with more rows
 */
public record SiteCrossing(int a, int b, double both, double busiest) {

    /**
     * Returns the crossings of all pairs of sites between which rows pass. They are read from a swap of as many rows as there are ranks, of
     * one byte each.
     */
    static List<SiteCrossing> of(SwapAlgorithm algorithm, int[] siteOf) {
        List<SiteCrossing> crossings = new ArrayList<>();
        int ranks = siteOf.length;
        double[][] both = new double[ranks][ranks];
        double[][] busiest = new double[ranks][ranks];
        for (int owner = 0; owner < ranks; owner++) {
            long[][] bytes = new long[ranks][ranks];
            RowSwapTraffic expected = RowSwapTraffic.expected(algorithm, Sites.of(siteOf), ranks, SwapRounds.leaving(owner, ranks), 1);
            for (int stage = 0; stage < expected.stages(); stage++) {
                expected.messages(stage, (from, to, sent) -> bytes[first(siteOf, from)][first(siteOf, to)] += sent);
            }
            for (int a = 0; a < ranks; a++) {
                for (int b = a + 1; b < ranks; b++) {
                    both[a][b] += bytes[a][b] + bytes[b][a];
                    busiest[a][b] += Math.max(bytes[a][b], bytes[b][a]);
                }
            }
        }
        double all = (double) ranks * ranks;
        for (int a = 0; a < ranks; a++) {
            for (int b = a + 1; b < ranks; b++) {
                if (both[a][b] > 0) {
                    crossings.add(new SiteCrossing(a, b, both[a][b] / all, busiest[a][b] / all));
                }
            }
        }
        return List.copyOf(crossings);
    }

    /** Returns the first rank at a rank's site. */
    private static int first(int[] siteOf, int rank) {
        int first = 0;
        while (siteOf[first] != siteOf[rank]) {
            first++;
        }
        return first;
    }
}
