package hplhetero.hpl.timing;

import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * Nanoseconds per phase and worker of one rank and, where that is asked for, its time series. Each worker adds to its own line; read when
 * all are idle, as they are between two panel steps: whoever ends the last task of a batch has then heard of all the others.
 */
public final class PhaseTimers {
    /** Longs in a line: lines of two workers share no cache line. */
    private static final int LINE_LONGS = 32;

    private final long[] nanos;
    private final int workers;
    /** Null where no time series is recorded. */
    private final TimeSeriesRecorder recorder;
    /** By worker, where this panel step is recorded; else null. Changed between steps only, when all workers are idle. */
    private StepPieces[] recorded;

    /** Sums alone. */
    public PhaseTimers(int workers) {
        this(workers, null);
    }

    /**
     * Sums and a time series. Takes all memory that it needs.
     *
     * @param shape of the time series; null: none
     */
    public PhaseTimers(int workers, TimeSeriesShape shape) {
        this.workers = workers;
        nanos = new long[(workers + 1) * LINE_LONGS];
        recorder = shape == null ? null : new TimeSeriesRecorder(shape, workers);
    }

    /**
     * Adds the time since {@code start} to a phase.
     *
     * @return now, the start of what follows
     */
    public long add(int worker, Phase phase, long start) {
        long now = System.nanoTime();
        add(worker, phase, start, now);
        return now;
    }

    /** Adds the time from {@code start} to {@code end}. */
    public void add(int worker, Phase phase, long start, long end) {
        nanos[(worker + 1) * LINE_LONGS + phase.ordinal()] += end - start;
        StepPieces[] step = recorded;
        if (step != null && worker < step.length) {
            step[worker].add(phase.ordinal(), start, end);
        }
    }

    /** The clock starts. By the rank's thread, as all that follow. */
    public void start(long now) {
        if (recorder != null) {
            recorded = recorder.start(now);
        }
    }

    /** The step with panel k is over, and all workers are idle. */
    public void finished(int k) {
        if (recorder != null) {
            recorded = recorder.finished(k, this);
        }
    }

    /** Back substitution is over, and all workers are idle. */
    public void ended(long now) {
        if (recorder != null) {
            recorder.ended(now, this);
        }
    }

    /** What was recorded between {@link #start} and {@link #ended}; only of timers that record. */
    public RankSeries series(int rank) {
        return recorder.series(rank);
    }

    /** Of all workers together. */
    long nanos(int phase) {
        long sum = 0;
        for (int w = 1; w <= workers; w++) {
            sum += nanos[w * LINE_LONGS + phase];
        }
        return sum;
    }

    /** Worker seconds per phase; what none of them covers of {@code wall} seconds is waiting. */
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

    /** Worker seconds of some phases, in those of the worker that spent the most on them; 1 where none did. */
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

    /** Forgets all sums. */
    public void reset() {
        Arrays.fill(nanos, 0);
    }
}
