package hplhetero.hpl.cluster;

/**
 * One rank as the planner sees it.
 *
 * @param rank        its number in the world
 * @param host        its host's name
 * @param workers     its worker threads
 * @param update      time of its trailing update, all workers busy
 * @param panel       time of its panel factorization, without messages
 * @param memoryBytes what its share of the matrix and the work space may take; {@link Long#MAX_VALUE} when unknown
 * @param peak        its theoretical peak
 * @param variation   (slowest - fastest) / median of repeated measurements; 0 when not measured
 */
public record RankProfile(int rank, String host, int workers, UpdateCost update, PanelCost panel, long memoryBytes, Peak peak,
                          double variation) {

    /** The same rank, which takes so long. */
    public RankProfile costing(UpdateCost otherUpdate, PanelCost otherPanel) {
        return new RankProfile(rank, host, workers, otherUpdate, otherPanel, memoryBytes, peak, variation);
    }

    /** The same rank under another number. */
    public RankProfile numbered(int number) {
        return new RankProfile(number, host, workers, update, panel, memoryBytes, peak, variation);
    }

    /** Another rank's machine in the place of this one: all but number and host. */
    public RankProfile replacedBy(RankProfile other) {
        return new RankProfile(rank, host, other.workers, other.update, other.panel, other.memoryBytes, other.peak, other.variation);
    }

    /** The same rank with so much memory. */
    public RankProfile with(long memory) {
        return new RankProfile(rank, host, workers, update, panel, memory, peak, variation);
    }
}
