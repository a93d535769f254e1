package hplhetero.hpl.lu;

import hplhetero.comm.Activity;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.timing.PhaseTimers;
import java.util.function.IntConsumer;

/**
 * The listener of what the rank's thread does in a panel step. It publishes what the rank is doing, tells how many columns are factored,
 * and adds up where the rank's time goes. Times are nanoseconds, as {@link #now}. Owner: the rank's thread.
 */
final class StepListener {
    private static final int RANKS_THREAD = 0;

    private final BlockMap map;
    private final PhaseTimers timers;
    private final Activity activity;
    private IntConsumer columnsDone;

    StepListener(BlockMap map, PhaseTimers timers, Activity activity) {
        this.map = map;
        this.timers = timers;
        this.activity = activity;
    }

    /**
     * Begins to listen to a factorization.
     *
     * @param columnsDone hears after each panel step how many columns are factored
     */
    void start(IntConsumer columnsDone) {
        this.columnsDone = columnsDone;
    }

    /** Returns the time in nanoseconds, by the clock of the rank's timers. */
    long now() {
        return timers.now();
    }

    /** Notes that the rank's thread begins to wait for panel {@code k}. */
    void waitsForPanel(int k) {
        activity.phase("panel broadcast", k);
    }

    /**
     * Notes that a row swap by the pivots of panel {@code k} begins.
     *
     * @return now, as {@link #now}
     */
    long swaps(int k) {
        activity.phase("row swap", k);
        return now();
    }

    /** Adds the time from {@code since} until now to the rank's time for row swaps. */
    void swapped(long since) {
        timers.add(RANKS_THREAD, Phase.SWAP, since);
    }

    /** Notes that the rank's thread begins to factor panel {@code k}. */
    void factors(int k) {
        activity.phase("panel factorization", k);
    }

    /**
     * Adds the time from {@code since} until now, in which a panel was copied between the local matrix and where it is factored, to
     * the rank's time for factoring panels.
     */
    void copied(long since) {
        timers.add(RANKS_THREAD, Phase.FACTORIZATION, since);
    }

    /** Adds the time from {@code since} until now to the rank's time for panel broadcasts. */
    void sent(long since) {
        timers.add(RANKS_THREAD, Phase.BROADCAST, since);
    }

    /** Notes that the rank's thread begins to update with panel {@code k}. */
    void updates(int k) {
        activity.phase("update", k);
    }

    /** Notes that messages moved on: for {@code swapNanos} of the time those of row swaps, else those of panels. */
    void moved(long since, long swapNanos) {
        long rows = since + swapNanos;
        if (swapNanos > 0) {
            timers.add(RANKS_THREAD, Phase.SWAP, since, rows);
        }
        timers.add(RANKS_THREAD, Phase.BROADCAST, rows);
    }

    /** Notes that the step with panel {@code k} is over. */
    void finished(int k) {
        timers.finished(k);
        columnsDone.accept(Math.min(map.n(), (k + 1) * map.nb()));
    }
}
