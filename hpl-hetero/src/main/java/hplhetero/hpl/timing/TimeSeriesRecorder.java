package hplhetero.hpl.timing;

import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The recorder of one rank's time series, in memory that is taken before the clock starts. The rank's thread notes a point when all workers
 * are idle, so that their sums are exact. In the three recorded panel steps each worker notes its own pieces. Owner: the rank's thread.
 */
final class TimeSeriesRecorder {
    private static final int PHASES = Phase.WAITING.ordinal();

    /** Number of panels finished at each point, indexed by point. */
    private final int[] after;
    /** Panel steps of which pieces are recorded, ascending. */
    private final int[] steps;
    /** Pieces of each recorded step and worker, indexed by step, then worker. */
    private final StepPieces[][] pieces;
    /** Nanoseconds from the clock's start at which the rank reached each point, indexed by point. */
    private final long[] reached;
    /** Nanoseconds of all workers together, by point and phase: at index point x PHASES + phase. */
    private final long[] sums;
    private long clock;
    private int point;
    private int step;

    TimeSeriesRecorder(TimeSeriesShape shape, int workers) {
        after = shape.after();
        steps = shape.steps();
        pieces = new StepPieces[steps.length][TimeSeriesShape.workers(workers)];
        for (StepPieces[] ofStep : pieces) {
            for (int w = 0; w < ofStep.length; w++) {
                ofStep[w] = new StepPieces(shape.spansOfWorker(workers));
            }
        }
        reached = new long[after.length];
        sums = new long[after.length * PHASES];
    }

    /**
     * Notes that the clock starts.
     *
     * @return where each worker notes its pieces from now on, indexed by worker; null where the first step is not recorded
     */
    StepPieces[] start(long now) {
        clock = now;
        point = 0;
        step = 0;
        return next(0, now);
    }

    /**
     * Notes that panel step {@code k} is over and all workers are idle.
     *
     * @return where each worker notes its pieces in the next step, indexed by worker; null where that step is not recorded
     */
    StepPieces[] finished(int k, PhaseTimers timers) {
        if (after[point] == k + 1) {
            note(timers.now(), timers);
        }
        return step < steps.length && steps[step] == k + 1 ? next(k + 1, timers.now()) : null;
    }

    private StepPieces[] next(int k, long now) {
        if (step == steps.length || steps[step] != k) {
            return null;
        }
        StepPieces[] its = pieces[step++];
        for (StepPieces worker : its) {
            worker.begin(now);
        }
        return its;
    }

    /** Notes that back substitution is over and all workers are idle. */
    void ended(long now, PhaseTimers timers) {
        note(now, timers);
    }

    private void note(long now, PhaseTimers timers) {
        reached[point] = now - clock;
        for (int phase = 0; phase < PHASES; phase++) {
            sums[point * PHASES + phase] = timers.nanos(phase);
        }
        point++;
    }

    /**
     * Returns the time series that was recorded between the start of the clock and the end of back substitution.
     *
     * @param rank the number of this rank
     */
    RankSeries series(int rank) {
        Map<Phase, List<Double>> seconds = new EnumMap<>(Phase.class);
        for (int p = 0; p < PHASES; p++) {
            int phase = p;
            seconds.put(Phase.values()[p], IntStream.range(0, point).mapToObj(at -> sums[at * PHASES + phase] * 1e-9).toList());
        }
        List<Span> spans = new ArrayList<>();
        for (int s = 0; s < step; s++) {
            for (int w = 0; w < pieces[s].length; w++) {
                pieces[s][w].spans(steps[s], w, clock, spans);
            }
        }
        spans.sort(Comparator.comparingDouble(Span::begin));
        return new RankSeries(rank, IntStream.range(0, point).mapToObj(at -> reached[at] * 1e-9).toList(), seconds, spans);
    }
}
