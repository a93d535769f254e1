package hplhetero.hpl.result;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run recorded as it went: some 200 points over its panels, and all that was done in three of its panel steps. Times are seconds
 * since the clock started, each rank's by its own clock.
 *
 * @param panels of the run
 * @param after  by point, how many panels were finished then: ascending, the last is {@code panels}
 * @param ranks  of those that took part, by rank
 */
public record Course(int panels, List<Integer> after, List<RankCourse> ranks) {

    public Course {
        after = List.copyOf(after);
        ranks = List.copyOf(ranks);
    }

    /** A rank's, where it took part. */
    public Optional<RankCourse> of(int rank) {
        return ranks.stream().filter(one -> one.rank() == rank).findFirst();
    }

    /**
     * One rank's.
     *
     * @param rank          its number
     * @param seconds       by point, when the rank reached it
     * @param workerSeconds by phase, and by point, what its workers together had spent in it until then; all but
     *                      {@link Phase#WAITING}, which is what is left
     * @param spans         of the first, a middle and a late panel step, in order of their begins
     */
    public record RankCourse(int rank, List<Double> seconds, Map<Phase, List<Double>> workerSeconds, List<Span> spans) {
        public RankCourse {
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
