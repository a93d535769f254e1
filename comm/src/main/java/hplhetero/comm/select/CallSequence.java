package hplhetero.comm.select;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A series of calls of one collective, with the algorithm that a selection takes for each. It is computed in virtual time, from known times
 * of all algorithms.
 *
 * @param calls the calls, in order
 */
public record CallSequence(List<Call> calls) {

    /**
     * One call of the collective.
     *
     * @param candidate the algorithm, as an index into {@link Selection#candidates}
     * @param learning  whether algorithms were still being tried
     * @param seconds   the time until the last rank was done
     */
    public record Call(int candidate, boolean learning, double seconds) {
    }

    /** The time that each call takes by each algorithm. */
    public interface Times {
        /**
         * Returns the seconds until the last rank is done.
         *
         * @param candidate the algorithm, as an index into {@link Selection#candidates}
         * @param call      the number of the call, from 0
         */
        double whole(int candidate, int call);

        /**
         * Returns the seconds on which the ranks agree, which is what a selection sees.
         *
         * @param candidate the algorithm, as an index into {@link Selection#candidates}
         * @param call      the number of the call, from 0
         */
        double agreed(int candidate, int call);

        /**
         * Returns times that are alike at each call.
         *
         * @param whole  the seconds until the last rank is done, indexed by candidate
         * @param agreed the seconds on which the ranks agree, indexed by candidate
         */
        static Times steady(double[] whole, double[] agreed) {
            return new Times() {
                @Override
                public double whole(int candidate, int call) {
                    return whole[candidate];
                }

                @Override
                public double agreed(int candidate, int call) {
                    return agreed[candidate];
                }
            };
        }
    }

    public CallSequence {
        calls = List.copyOf(calls);
    }

    /**
     * Returns a series of calls of one collective in virtual time, each by the algorithm that {@code selection} takes at the time. Tells
     * the selection the time of each call, by which the selection learns.
     *
     * @param selection selection of the collective's algorithm; goes on from its present state
     * @param calls     number of calls
     * @param times     time that each call takes by each algorithm
     */
    public static CallSequence of(Selection selection, int calls, Times times) {
        return new CallSequence(IntStream.range(0, calls).mapToObj(call -> next(selection, call, times)).toList());
    }

    /** Returns the next call, and tells the selection what it took; one rank's figures stand for the agreement of all. */
    private static Call next(Selection selection, int call, Times times) {
        int candidate = selection.current();
        Call done = new Call(candidate, selection.isLearning(), times.whole(candidate, call));
        if (selection.seen(times.agreed(candidate, call))) {
            selection.agreed(selection.figures());
        }
        return done;
    }

    /** Returns the seconds of all calls of this series together. */
    public double seconds() {
        return calls.stream().mapToDouble(Call::seconds).sum();
    }

    /** Returns the seconds of the calls in which algorithms were tried. */
    public double learningSeconds() {
        return calls.stream().filter(Call::learning).mapToDouble(Call::seconds).sum();
    }

    /** Returns the number of calls in which algorithms were tried. */
    public long learningCalls() {
        return calls.stream().filter(Call::learning).count();
    }

    /** Returns the algorithm of the last call of this series, as an index into {@link Selection#candidates}. */
    public int last() {
        return calls.getLast().candidate;
    }
}
