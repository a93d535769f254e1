package hplhetero.hpl.result;

import java.util.Map;
import java.util.Optional;

/**
 * What one rank did in one solve.
 *
 * @param rank       its number
 * @param host       its host's name
 * @param workers    its worker threads
 * @param blockShare its share of the matrix' blocks, 0..1
 * @param seconds    worker seconds per phase, summed over its workers
 * @param device     where it had one
 */
public record RankReport(int rank, String host, int workers, double blockShare, Map<Phase, Double> seconds, Optional<DeviceReport> device) {

    /** Of a rank without a device. */
    public RankReport(int rank, String host, int workers, double blockShare, Map<Phase, Double> seconds) {
        this(rank, host, workers, blockShare, seconds, Optional.empty());
    }
}
