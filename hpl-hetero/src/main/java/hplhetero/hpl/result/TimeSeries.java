package hplhetero.hpl.result;

import hplhetero.hpl.problem.HplCase;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The time series of a run: some 200 points over its panels, and what workers did in three of its panel steps. Times are seconds since the
 * clock started, each rank's by its own clock.
 *
 * <p>The time series is bounded, however large the run. It has at most 201 points: up to 200 over the panels, or one after each panel where
 * these are fewer, and one at the end. It covers at most 64 ranks, which are spread evenly over the ranks that took part. Each has some
 * 1000 spans (1536 where few ranks record, 768 where many do) of its first eight workers. Where these are not enough, spans of one phase
 * near each other are put together: the time of each phase in a step stays what it was.
 *
 * @param panels number of panels of the run
 * @param after  number of panels finished at each point, ascending; the last two points are both {@code panels}: at the end of the
 *               factorization and at the end of back substitution
 * @param ranks  the series of each rank that recorded, by rank
 */
public record TimeSeries(int panels, List<Integer> after, List<RankSeries> ranks) implements Serializable {

    public TimeSeries {
        after = List.copyOf(after);
        ranks = List.copyOf(ranks);
    }

    /**
     * Returns the series that one rank has recorded; empty where the rank recorded none.
     *
     * @param rank number of the rank
     */
    public Optional<RankSeries> of(int rank) {
        return ranks.stream().filter(one -> one.rank() == rank).findFirst();
    }

    /**
     * Returns the floating-point operations done until a point of the time series, as HPL counts them; at the last point all of
     * {@link HplCase#flops}. A point is a moment of the run, at which as many panels are finished as {@link #after} says.
     *
     * @param c     the test that was run
     * @param point index of the point in {@link #after}, from 0
     */
    public double operations(HplCase c, int point) {
        double left = Math.max(0, c.n() - (double) after.get(point) * c.nb());
        double solve = point == after.size() - 1 ? (double) c.n() * c.n() : 0;
        return factoring(c.n()) - factoring(left) + solve;
    }

    /** Returns the operations that the factorization of {@code n} columns takes, with b as a further column. */
    private static double factoring(double n) {
        return n * n * (2.0 * n / 3.0 + 0.5);
    }

    /**
     * The series of one rank. A point is a moment of the run at which a certain number of panels is finished, see {@link TimeSeries#after}.
     *
     * @param rank          the rank's number
     * @param seconds       seconds from the start of the rank's clock, when the solve began, to each point, indexed by point
     * @param workerSeconds seconds that the rank's workers together had spent in each phase by each point; all phases but
     *                      {@link Phase#WAITING}, which is the remaining time
     * @param spans         what the rank's workers did in a first, a middle and a late panel step, in order of their begins; spans of one
     *                      worker do not overlap, and a worker waits where it has no span
     */
    public record RankSeries(int rank, List<Double> seconds, Map<Phase, List<Double>> workerSeconds, List<Span> spans)
            implements Serializable {
        public RankSeries {
            seconds = List.copyOf(seconds);
            spans = List.copyOf(spans);
        }
    }

    /**
     * A time for which one worker did one kind of work without a break. Times count from the start of the rank's own clock, when the solve
     * began.
     *
     * @param step   number of the panel in whose step the work was done, from 0
     * @param worker number of the worker in its rank; 0 is the rank's own thread
     * @param phase  kind of work
     * @param begin  seconds from the clock's start to the begin of the work
     * @param end    seconds from the clock's start to the end of the work
     */
    public record Span(int step, int worker, Phase phase, double begin, double end) implements Serializable {
    }
}
