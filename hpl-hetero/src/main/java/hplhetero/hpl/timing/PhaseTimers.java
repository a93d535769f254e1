package hplhetero.hpl.timing;

import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The time that the workers of one rank spend in each phase and, where asked for, the rank's time series. Each worker adds to a line of its
 * own. Lines are read when all workers are idle, as they are between two panel steps: whoever ends the last task of a batch has then heard
 * of all the others.
 */
public final class PhaseTimers {
    /** Longs in a worker's line, so that the lines of two workers share no cache line. */
    private static final int LINE_LONGS = 32;

    /**
     * Nanoseconds of each worker in each phase, at index (worker + 1) x {@link #LINE_LONGS} + phase; a line is written by its worker only.
     */
    private final long[] nanos;
    private final int workers;
    /** Nanoseconds from any origin: {@link System#nanoTime} but in a simulation. */
    private final LongSupplier nanoTime;
    /** The recorder of the time series; null where none is recorded. */
    private final TimeSeriesRecorder recorder;
    /**
     * The pieces that each worker notes in this panel step, indexed by worker; null where the step is not recorded. Changed between steps
     * only, when all workers are idle.
     */
    private StepPieces[] recorded;

    /**
     * Makes timers of one rank that add up phases and record no time series.
     *
     * @param workers number of workers of the rank
     */
    public PhaseTimers(int workers) {
        this(workers, null, System::nanoTime);
    }

    /**
     * Makes timers of one rank that measure by a clock, add up phases and record no time series.
     *
     * @param workers  number of workers of the rank
     * @param nanoTime clock in nanoseconds from any origin, in place of {@link System#nanoTime}
     */
    public PhaseTimers(int workers, LongSupplier nanoTime) {
        this(workers, null, nanoTime);
    }

    /**
     * Makes timers that add up phases and record a time series. Takes all memory that they need.
     *
     * @param workers number of workers of the rank
     * @param shape   shape of the time series; null for none
     */
    public PhaseTimers(int workers, TimeSeriesShape shape) {
        this(workers, shape, System::nanoTime);
    }

    private PhaseTimers(int workers, TimeSeriesShape shape, LongSupplier nanoTime) {
        this.workers = workers;
        this.nanoTime = nanoTime;
        nanos = new long[(workers + 1) * LINE_LONGS];
        recorder = shape == null ? null : new TimeSeriesRecorder(shape, workers);
    }

    /** Returns the time in nanoseconds, as of {@link System#nanoTime} but in a simulation. */
    public long now() {
        return nanoTime.getAsLong();
    }

    /**
     * Adds the time from {@code start} until now to a phase. Called by the worker whose time it is.
     *
     * @param worker number of the worker, 0 .. workers - 1
     * @param phase  the kind of work that was done
     * @param start  when the work began, as {@link #now}
     * @return now, the start of what follows, as {@link #now}
     */
    public long add(int worker, Phase phase, long start) {
        long now = now();
        add(worker, phase, start, now);
        return now;
    }

    /**
     * Adds the time from {@code start} to {@code end} to a phase. Called by the worker whose time it is.
     *
     * @param worker number of the worker, 0 .. workers - 1
     * @param phase  the kind of work that was done
     * @param start  when the work began, as {@link #now}
     * @param end    when the work ended, as {@link #now}
     */
    public void add(int worker, Phase phase, long start, long end) {
        nanos[(worker + 1) * LINE_LONGS + phase.ordinal()] += end - start;
        StepPieces[] step = recorded;
        if (step != null && worker < step.length) {
            step[worker].add(phase.ordinal(), start, end);
        }
    }

    /**
     * Notes that the clock of the test starts. Called by the rank's thread.
     *
     * @param now the time, as {@link #now}
     */
    public void start(long now) {
        if (recorder != null) {
            recorded = recorder.start(now);
        }
    }

    /**
     * Notes that the step with panel {@code k} is over, that is that the panel was applied to all columns. Does nothing where no time
     * series is recorded. Called by the rank's thread when all workers are idle.
     *
     * @param k number of the panel, from 0
     */
    public void finished(int k) {
        if (recorder != null) {
            recorded = recorder.finished(k, this);
        }
    }

    /**
     * Notes that back substitution is over, at which the time series ends. Called by the rank's thread when all workers are idle.
     *
     * @param now the time, as {@link #now}
     */
    public void ended(long now) {
        if (recorder != null) {
            recorder.ended(now, this);
        }
    }

    /**
     * Returns the time series that was recorded between {@link #start} and {@link #ended}. Must not be called for timers that were made
     * without one.
     *
     * @param rank number of this rank, from 0, among the ranks of the test
     */
    public RankSeries series(int rank) {
        return recorder.series(rank);
    }

    /**
     * Returns the nanoseconds that all workers together have spent in a phase.
     *
     * @param phase ordinal of the {@link Phase}
     */
    long nanos(int phase) {
        long sum = 0;
        for (int w = 1; w <= workers; w++) {
            sum += nanos[w * LINE_LONGS + phase];
        }
        return sum;
    }

    /**
     * Returns the nanoseconds that all workers of the rank together have spent in some phases.
     *
     * @param phases the kinds of work
     */
    public long nanos(Set<Phase> phases) {
        return phases.stream().mapToLong(phase -> nanos(phase.ordinal())).sum();
    }

    /**
     * Returns the worker seconds in each phase, summed over the rank's workers. Waiting is the time of all workers that no other phase
     * took.
     *
     * @param wall wall time of the test, in seconds
     */
    public Map<Phase, Double> seconds(double wall) {
        Map<Phase, Double> seconds = new EnumMap<>(Phase.class);
        double busy = 0;
        for (Phase phase : Phase.values()) {
            long sum = nanos(phase.ordinal());
            seconds.put(phase, sum * 1e-9);
            busy += phase == Phase.WAITING ? 0 : sum * 1e-9;
        }
        seconds.put(Phase.WAITING, Math.max(0, workers * wall - busy));
        return seconds;
    }

    /**
     * Returns how many workers did some kinds of work on average: the worker seconds of these phases, divided by the seconds of the worker
     * that spent the most in them; 1 where none spent any.
     *
     * @param phases the kinds of work
     */
    public double busyWorkers(Set<Phase> phases) {
        long sum = 0;
        long most = 0;
        for (int w = 1; w <= workers; w++) {
            long mine = 0;
            for (Phase phase : phases) {
                mine += nanos[w * LINE_LONGS + phase.ordinal()];
            }
            sum += mine;
            most = Math.max(most, mine);
        }
        return most == 0 ? 1 : (double) sum / most;
    }

    /**
     * Adds the time of earlier parts of the test, as {@link #seconds} gave it then.
     *
     * @param earlier worker seconds in each phase; waiting is left out, since it follows from the rest
     */
    public void addEarlier(Map<Phase, Double> earlier) {
        earlier.forEach((phase, its) -> nanos[LINE_LONGS + phase.ordinal()] += phase == Phase.WAITING ? 0 : Math.round(its * 1e9));
    }

    /** Sets the sums of all phases and workers to zero. */
    public void reset() {
        Arrays.fill(nanos, 0);
    }
}
