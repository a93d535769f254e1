package hplhetero.hpl.result;

import hplhetero.hpl.problem.HplCase;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run recorded as it went: some 200 points over its panels, and what was done in three of its panel steps. Times are seconds
 * since the clock started, each rank's by its own clock.
 *
 * <p>It is bounded, however large the run: 201 points, or one after each of fewer panels and one at the end; 64 ranks that are spread
 * evenly over those that took part; of each some 1000 spans (1536 of few ranks, 768 of many), of its first eight workers. Where these
 * are not enough, spans of one phase near each other are told in one piece: the time of each phase in a step stays what it was.
 *
 * @param panels of the run
 * @param after  by point, how many panels were finished then: ascending; the last but one is {@code panels}, at the end of the
 *               factorization, and so is the last, at the end of back substitution
 * @param ranks  of those that took part, by rank
 */
public record TimeSeries(int panels, List<Integer> after, List<RankSeries> ranks) {

    public TimeSeries {
        after = List.copyOf(after);
        ranks = List.copyOf(ranks);
    }

    /** A rank's, where it took part. */
    public Optional<RankSeries> of(int rank) {
        return ranks.stream().filter(one -> one.rank() == rank).findFirst();
    }

    /** Operations done until a point, as HPL counts them; all of {@link HplCase#flops} at the last one. */
    public double operations(HplCase c, int point) {
        double left = Math.max(0, c.n() - (double) after.get(point) * c.nb());
        double solve = point == after.size() - 1 ? (double) c.n() * c.n() : 0;
        return factoring(c.n()) - factoring(left) + solve;
    }

    /** Operations of the factorization of n columns, b among them. */
    private static double factoring(double n) {
        return n * n * (2.0 * n / 3.0 + 0.5);
    }

    /**
     * One rank's.
     *
     * @param rank          its number
     * @param seconds       by point, when the rank reached it
     * @param workerSeconds by phase, and by point, what its workers together had spent in it until then; all but
     *                      {@link Phase#WAITING}, which is what is left
     * @param spans         of the first, a middle and a late panel step, in order of their begins; those of one worker do not overlap,
     *                      and where it has none it waits
     */
    public record RankSeries(int rank, List<Double> seconds, Map<Phase, List<Double>> workerSeconds, List<Span> spans) {
        public RankSeries {
            seconds = List.copyOf(seconds);
            spans = List.copyOf(spans);
        }
    }

    /**
     * What a worker did without a break.
     *
     * @param step   the panel of the step in which it was done
     * @param worker of its rank; 0 is the rank's own thread
     * @param phase  what it did
     * @param begin  when
     * @param end    until when
     */
    public record Span(int step, int worker, Phase phase, double begin, double end) {
    }
}
