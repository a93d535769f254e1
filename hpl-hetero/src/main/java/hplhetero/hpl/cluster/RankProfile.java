package hplhetero.hpl.cluster;

import java.util.Optional;

/**
 * The speed and memory of one rank, as the planner sees it.
 *
 * @param rank        the rank's number in the world
 * @param host        name of the rank's host
 * @param workers     number of the rank's worker threads
 * @param update      wall time of the rank's trailing update, with all workers busy
 * @param panel       wall time of the rank's panel factorization by its workers, without messages
 * @param memoryBytes bytes that the rank's share of the matrix and the work space may take; {@link Long#MAX_VALUE} when unknown
 * @param peak        the rank's theoretical peak
 * @param variation   (slowest - fastest) / median of repeated measurements; 0 when not measured
 * @param device      what the rank's device changes about these costs; empty where the rank has none, or nothing is known of it
 */
public record RankProfile(int rank, String host, int workers, UpdateCost update, PanelCost panel, long memoryBytes, Peak peak,
                          double variation, Optional<DeviceCost> device) {

    /** Makes the profile of a rank without a device. */
    public RankProfile(int rank, String host, int workers, UpdateCost update, PanelCost panel, long memoryBytes, Peak peak,
            double variation) {
        this(rank, host, workers, update, panel, memoryBytes, peak, variation, Optional.empty());
    }

    /**
     * Returns the wall time of the rank's panel factorization that plans count in a process column of so many ranks.
     *
     * @param ranks number of ranks of the process column, P on a grid of P x Q
     */
    public PanelCost panelAmong(int ranks) {
        return device.flatMap(ranks == 1 ? DeviceCost::panel : DeviceCost::shared).orElse(panel);
    }

    /** Returns the profile of a rank that takes {@code factor} times as long for updates and panels, factor &gt; 0. */
    public RankProfile times(double factor) {
        return costing(update.times(factor), panel.times(factor), device.map(its -> its.times(factor)));
    }

    /**
     * Returns this profile with other costs of updates and panels, and all else as it is.
     *
     * @param otherUpdate wall time of the rank's trailing update, in place of the present one
     * @param otherPanel  wall time of the rank's panel factorization, in place of the present one
     * @param otherDevice what the rank's device changes about these costs, in place of the present
     */
    public RankProfile costing(UpdateCost otherUpdate, PanelCost otherPanel, Optional<DeviceCost> otherDevice) {
        return new RankProfile(rank, host, workers, otherUpdate, otherPanel, memoryBytes, peak, variation, otherDevice);
    }

    /** Returns this profile with another number of the rank in the world, and all else as it is. */
    public RankProfile numbered(int number) {
        return new RankProfile(number, host, workers, update, panel, memoryBytes, peak, variation, device);
    }

    /** Returns this rank's number and host with another rank's machine: all other values are those of {@code other}. */
    public RankProfile replacedBy(RankProfile other) {
        return new RankProfile(rank, host, other.workers, other.update, other.panel, other.memoryBytes, other.peak, other.variation,
                other.device);
    }

    /** Returns this profile for a rank that may take {@code memory} bytes of memory. */
    public RankProfile with(long memory) {
        return with(memory, peak);
    }

    /** Returns this profile for a rank that may take {@code memory} bytes of memory, and has this theoretical peak. */
    public RankProfile with(long memory, Peak itsPeak) {
        return new RankProfile(rank, host, workers, update, panel, memory, itsPeak, variation, device);
    }

    /** Returns this profile for a rank whose device has room for {@code bytes} bytes of the matrix; the same where it has no device. */
    public RankProfile holding(long bytes) {
        return costing(update, panel, device.map(its -> its.holding(bytes)));
    }
}
