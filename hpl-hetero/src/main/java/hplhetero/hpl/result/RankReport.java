package hplhetero.hpl.result;

import java.util.Map;

/**
 * What one rank did in one solve.
 *
 * @param rank       its number
 * @param host       its host's name
 * @param workers    its worker threads
 * @param blockShare its share of the matrix' blocks, 0..1
 * @param seconds    worker seconds per phase, summed over its workers
 */
public record RankReport(int rank, String host, int workers, double blockShare, Map<Phase, Double> seconds) {
}
