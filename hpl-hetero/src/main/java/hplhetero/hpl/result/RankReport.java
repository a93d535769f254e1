package hplhetero.hpl.result;

import java.io.Serializable;
import java.util.Map;
import java.util.Optional;

/**
 * What one rank did in one solve.
 *
 * @param rank       the rank's number in the case
 * @param host       name of the rank's host
 * @param workers    number of the rank's worker threads
 * @param blockShare share of the matrix' elements that the rank holds at the end, 0..1
 * @param seconds    worker seconds in each phase, summed over the rank's workers
 * @param device     what the rank's device did, where it has one
 */
public record RankReport(int rank, String host, int workers, double blockShare, Map<Phase, Double> seconds, Optional<DeviceReport> device)
        implements Serializable {

    /** Makes the report of a rank without a device. The parameters are the record's other components. */
    public RankReport(int rank, String host, int workers, double blockShare, Map<Phase, Double> seconds) {
        this(rank, host, workers, blockShare, seconds, Optional.empty());
    }
}
