package hplhetero.hpl.simulate;

import hplhetero.network.topology.Fabric;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The result of a run in virtual time. Where steps were sampled, all sums are estimates for the whole run.
 *
 * @param n            order of the matrix
 * @param seconds      seconds of the whole run
 * @param solveSeconds seconds of these that are back substitution, as the time model prices it
 * @param ranks        times of the ranks that own cells
 * @param messages     number of messages that were simulated
 * @param fabric       fabric whose links carried the messages
 * @param bytes        bytes over each link, without back substitution, indexed by link
 * @param stepSeconds  seconds from the end of one step to the end of the next, averaged over the ranks, indexed by step; 0 for steps that
 *                     were not simulated
 * @param spans        spans of the steps asked for, in order of their ends
 */
public record SimulatedRun(int n, double seconds, double solveSeconds, List<RankTime> ranks, long messages, Fabric fabric,
                           double[] bytes, double[] stepSeconds, List<Span> spans) {

    public SimulatedRun {
        ranks = List.copyOf(ranks);
        spans = List.copyOf(spans);
    }

    /** Returns the rate in billions of operations a second: n^2 (2n/3 + 3/2) / 10^9 / seconds. */
    public double gflops() {
        return (double) n * n * (2.0 * n / 3.0 + 1.5) / 1e9 / seconds;
    }

    /**
     * Returns the numbers of the links with the most bytes for their bandwidth ({@link #load}), the most first, of equal ones the lowest
     * number first; without links that carried nothing.
     *
     * @param most number of links at most, &gt;= 0
     */
    public List<Integer> busiestLinks(int most) {
        return IntStream.range(0, bytes.length).filter(link -> bytes[link] > 0).boxed()
                .sorted((a, b) -> load(a) == load(b) ? Integer.compare(a, b) : Double.compare(load(b), load(a))).limit(most).toList();
    }

    /**
     * Returns the bytes over a link in one direction, divided by its bandwidth. The bandwidth has no unit: it is relative to that of a
     * usual link to a node, or to what the fabric takes as its base.
     *
     * @param link number of the link, from 0
     */
    public double load(int link) {
        return bytes[link] / fabric.bandwidth(link);
    }
}
