package hplhetero.comm.select;

import java.util.List;
import java.util.stream.IntStream;

/** Calls one after another, as a selection goes through them where what each algorithm takes is known: in virtual time. */
public record Course(List<Call> calls) {

    /**
     * A call.
     *
     * @param candidate its place in {@link Selection#candidates}
     * @param learning  whether algorithms were still tried
     * @param seconds   until the last rank was done
     */
    public record Call(int candidate, boolean learning, double seconds) {
    }

    /** What a call takes. */
    public interface Times {
        /** Until the last rank is done. */
        double whole(int candidate, int call);

        /** What the ranks agree on, which is what a selection sees. */
        double agreed(int candidate, int call);

        /** The same at each call. */
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

    public Course {
        calls = List.copyOf(calls);
    }

    /** So many calls. */
    public static Course of(Selection selection, int calls, Times times) {
        return new Course(IntStream.range(0, calls).mapToObj(call -> next(selection, call, times)).toList());
    }

    private static Call next(Selection selection, int call, Times times) {
        int candidate = selection.current();
        Call done = new Call(candidate, selection.isLearning(), times.whole(candidate, call));
        if (selection.seen(times.agreed(candidate, call))) {
            selection.agreed(selection.figures());
        }
        return done;
    }

    /** Seconds of all calls. */
    public double seconds() {
        return calls.stream().mapToDouble(Call::seconds).sum();
    }

    /** Seconds of the calls in which algorithms were tried. */
    public double learningSeconds() {
        return calls.stream().filter(Call::learning).mapToDouble(Call::seconds).sum();
    }

    /** How many calls algorithms were tried in. */
    public long learningCalls() {
        return calls.stream().filter(Call::learning).count();
    }

    /** The candidate of the last call. */
    public int last() {
        return calls.getLast().candidate;
    }
}
