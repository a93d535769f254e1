package hplhetero.hpl.simulate;

import hplhetero.network.simulate.Observer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The spans of what ranks do in the steps that are to be drawn, with the links that held up what ranks waited for. One thread. */
final class Spans {
    private final Set<Integer> steps;
    private final List<Span> all = new ArrayList<>();
    /** Link that held up the message that came last, indexed by activity that waits and by rank. */
    private final int[][] link;

    Spans(Set<Integer> steps, int ranks) {
        this.steps = Set.copyOf(steps);
        link = new int[Activity.values().length][ranks];
        for (int[] each : link) {
            Arrays.fill(each, Observer.NO_LINK);
        }
    }

    /** Returns whether no step is to be drawn, so that no span is kept. */
    boolean isEmpty() {
        return steps.isEmpty();
    }

    /**
     * Notes that a message came for which a rank waits, or may wait.
     *
     * @param rank      number of the rank
     * @param waiting   the activity of waiting for such messages
     * @param limitedBy number of the link that held up the message, or -1
     */
    void came(int rank, Activity waiting, int limitedBy) {
        link[waiting.ordinal()][rank] = limitedBy;
    }

    /**
     * Adds a span, if its step is to be drawn, it has a length and the rank did something. The parameters are the components of
     * {@link Span}; the link is that of the last {@link #came}.
     */
    void add(int rank, int step, Activity activity, double begin, double end, double share) {
        if (end > begin && activity != Activity.NOTHING && !steps.isEmpty() && steps.contains(step)) {
            all.add(new Span(rank, step, activity, begin, end, share, link[activity.ordinal()][rank]));
        }
    }

    /** Returns all spans, in the order in which they were added. */
    List<Span> all() {
        return List.copyOf(all);
    }
}
