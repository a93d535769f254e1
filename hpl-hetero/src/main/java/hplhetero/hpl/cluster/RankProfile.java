package hplhetero.hpl.cluster;

/**
 * The speed and memory of one rank, as the planner sees it.
 *
 * @param rank        the rank's number in the world
 * @param host        name of the rank's host
 * @param workers     number of the rank's worker threads
 * @param update      wall time of the rank's trailing update, with all workers busy
 * @param panel       wall time of the rank's panel factorization, without messages
 * @param memoryBytes bytes that the rank's share of the matrix and the work space may take; {@link Long#MAX_VALUE} when unknown
 * @param peak        the rank's theoretical peak
 * @param variation   (slowest - fastest) / median of repeated measurements; 0 when not measured
 */
public record RankProfile(int rank, String host, int workers, UpdateCost update, PanelCost panel, long memoryBytes, Peak peak,
                          double variation) {

    /**
     * Returns this profile with other costs of updates and panels, and all else as it is.
     *
     * @param otherUpdate wall time of the rank's trailing update, in place of the present one
     * @param otherPanel  wall time of the rank's panel factorization, in place of the present one
     */
    public RankProfile costing(UpdateCost otherUpdate, PanelCost otherPanel) {
        return new RankProfile(rank, host, workers, otherUpdate, otherPanel, memoryBytes, peak, variation);
    }

    /** Returns this profile with another number of the rank in the world, and all else as it is. */
    public RankProfile numbered(int number) {
        return new RankProfile(number, host, workers, update, panel, memoryBytes, peak, variation);
    }

    /** Returns this rank's number and host with another rank's machine: all other values are those of {@code other}. */
    public RankProfile replacedBy(RankProfile other) {
        return new RankProfile(rank, host, other.workers, other.update, other.panel, other.memoryBytes, other.peak, other.variation);
    }

    /** Returns this profile for a rank that may take {@code memory} bytes of memory. */
    public RankProfile with(long memory) {
        return new RankProfile(rank, host, workers, update, panel, memory, peak, variation);
    }
}
