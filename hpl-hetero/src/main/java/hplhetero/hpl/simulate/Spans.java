package hplhetero.hpl.simulate;
import hplhetero.network.simulate.Observer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What ranks do in the steps that are to be drawn, and which links held up what they waited for. One thread. */
final class Spans {
    private final Set<Integer> steps;
    private final List<Span> all = new ArrayList<>();
    /** By what waits, then by rank: the link that held up what came last. */
    private final int[][] link;

    Spans(Set<Integer> steps, int ranks) {
        this.steps = Set.copyOf(steps);
        link = new int[Activity.values().length][ranks];
        for (int[] each : link) {
            Arrays.fill(each, Observer.NO_LINK);
        }
    }

    boolean isEmpty() {
        return steps.isEmpty();
    }

    /** A message that a rank may wait for came, held up by a link. */
    void came(int rank, Activity waiting, int limitedBy) {
        link[waiting.ordinal()][rank] = limitedBy;
    }

    void add(int rank, int step, Activity doing, double begin, double end, double share) {
        if (end > begin && doing != Activity.NOTHING && !steps.isEmpty() && steps.contains(step)) {
            all.add(new Span(rank, step, doing, begin, end, share, link[doing.ordinal()][rank]));
        }
    }

    List<Span> all() {
        return List.copyOf(all);
    }
}
