package hplhetero.hpl.simulate;

import hplhetero.network.topology.Fabric;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What came of a run in virtual time. Where steps were sampled, all sums are those of the whole run, from what was seen of it.
 *
 * @param n             order of the matrix
 * @param seconds       the whole run
 * @param solveSeconds  of these, back substitution, as the time model prices it
 * @param ranks         of those that own cells
 * @param messages      that were simulated
 * @param fabric        whose links carried them
 * @param bytes         over each link, but for back substitution
 * @param stepSeconds   from one step to the next, in the mean over ranks; 0 for steps that were not simulated
 * @param spans         of the steps asked for, in order of their ends
 */
public record SimulatedRun(int n, double seconds, double solveSeconds, List<RankTime> ranks, long messages, Fabric fabric,
                           double[] bytes, double[] stepSeconds, List<Span> spans) {

    public SimulatedRun {
        ranks = List.copyOf(ranks);
        spans = List.copyOf(spans);
    }

    /** Billions of operations a second. */
    public double gflops() {
        return (double) n * n * (2.0 * n / 3.0 + 1.5) / 1e9 / seconds;
    }

    /** The links with the highest {@link #load}, highest first; none that carried nothing. */
    public List<Integer> busiestLinks(int most) {
        return IntStream.range(0, bytes.length).filter(link -> bytes[link] > 0).boxed()
                .sorted((a, b) -> load(a) == load(b) ? Integer.compare(a, b) : Double.compare(load(b), load(a))).limit(most).toList();
    }

    /** Bytes over a link / its bandwidth in the fabric's units. */
    public double load(int link) {
        return bytes[link] / fabric.bandwidth(link);
    }
}
