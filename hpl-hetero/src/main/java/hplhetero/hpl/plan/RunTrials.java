package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.simulate.RunSimulator;
import hplhetero.hpl.simulate.Windows;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Runs of one order of the matrix in virtual time, each simulated once. For any number of threads. */
final class RunTrials {
    /** Panels x ranks up to which a whole run is simulated in a second or two. */
    private static final long MOST_RANK_PANELS = 25_000;

    /** Factor by which a run must be smaller to be simulated as a whole also at brief looks; at a glance no run is. */
    private static final int WHOLE_SOONER = 12;

    /** The part of a run that is simulated. */
    enum Part {
        /** One window of steps, which only tells hopeless orders apart. */
        GLANCE(new Windows(1, 1, 3)),
        /** Two windows of steps, which tell grids apart. */
        BRIEF(new Windows(2, 2, 3)),
        /** Three windows of steps, whose result is within some per cent of the whole run's. */
        SOME(new Windows(3, 3, 6)),
        /** The whole run, where simulating it takes no more than seconds; otherwise as many steps as take so long. */
        MOST(new Windows(5, 4, 8));

        private final Windows windows;

        Part(Windows windows) {
            this.windows = windows;
        }
    }

    private final Cluster cluster;
    private final Map<List<Object>, Double> seen = new ConcurrentHashMap<>();

    RunTrials(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Returns the seconds that a run takes in virtual time, simulated at least as far as {@code part} says. A run that was simulated before
     * is not simulated again.
     */
    double seconds(int n, int nb, MapSpec.Explicit map, SolveVariant variant, Part part) {
        return seen.computeIfAbsent(List.of(n, nb, map, variant, part), _ -> {
            RunSimulator simulator = new RunSimulator(cluster, variant);
            long ranks = map.owners().size() * (long) map.owners().getFirst().size();
            boolean whole = whole(part == Part.MOST ? ranks : WHOLE_SOONER * ranks, n / nb) && part != Part.GLANCE;
            return whole ? simulator.run(n, nb, map).seconds() : simulator.run(n, nb, map, part.windows).seconds();
        });
    }

    /** Returns whether a run of so many panels is simulated as a whole by {@link Part#MOST}. */
    static boolean whole(long ranks, int panels) {
        return ranks * panels <= MOST_RANK_PANELS;
    }

    /** Returns the number of runs simulated so far. */
    int count() {
        return seen.size();
    }
}
