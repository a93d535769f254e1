package hplhetero.hpl.plan;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.simulate.RunSimulator;
import hplhetero.hpl.simulate.Windows;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Runs of one order of the matrix in virtual time, each once. For any number of threads. */
final class RunTrials {
    /** Panels x ranks up to which a whole run is simulated in a second or two. */
    private static final long MOST_RANK_PANELS = 25_000;

    /** Runs so many times smaller are simulated as a whole at any look but a glance. */
    private static final int WHOLE_SOONER = 12;

    /** How much of a run is simulated. */
    enum Part {
        /** One window. */
        GLANCE(new Windows(1, 1, 3)),
        /** Tells grids apart. */
        BRIEF(new Windows(2, 2, 3)),
        /** Within some per cent of the whole. */
        SOME(new Windows(3, 3, 6)),
        /** All of it, where that takes no more than seconds; else as much as takes that. */
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

    /** Seconds of the run. */
    double seconds(int n, int nb, MapSpec.Explicit map, SolveVariant variant, Part part) {
        return seen.computeIfAbsent(List.of(n, nb, map, variant, part), _ -> {
            RunSimulator simulator = new RunSimulator(cluster, variant);
            long ranks = map.owners().size() * (long) map.owners().getFirst().size();
            boolean whole = whole(part == Part.MOST ? ranks : WHOLE_SOONER * ranks, n / nb) && part != Part.GLANCE;
            return whole ? simulator.run(n, nb, map).seconds() : simulator.run(n, nb, map, part.windows).seconds();
        });
    }

    /** Whether a run of so many panels is simulated as a whole, where it is at all. */
    static boolean whole(long ranks, int panels) {
        return ranks * panels <= MOST_RANK_PANELS;
    }

    /** Runs simulated so far. */
    int count() {
        return seen.size();
    }
}
