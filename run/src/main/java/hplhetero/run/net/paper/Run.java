package hplhetero.run.net.paper;

import hplhetero.comm.collective.Algorithms;
import hplhetero.comm.select.Candidate;
import hplhetero.comm.select.Course;
import hplhetero.comm.select.Predictor;
import hplhetero.comm.select.Selection;
import hplhetero.comm.select.SelectionRules;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Collective;
import hplhetero.network.simulate.Simulation;
import hplhetero.network.simulate.Simulator;
import hplhetero.network.topology.Placement;
import java.util.List;

/**
 * Alltoall by some algorithms on a placement, messages of one size: what each takes, and what 200 calls by a selector take.
 *
 * @param seconds of a call of each algorithm, until the last rank is done
 */
record Run(Placement placement, NetworkCost cost, List<String> labels, long bytes, double[] seconds, double[] means) {
    /** Of the papers' program. */
    private static final int CALLS = 200;

    static Run of(Placement placement, NetworkCost cost, List<String> labels, long bytes) {
        Simulator simulator = new Simulator(placement, cost);
        double[] seconds = new double[labels.size()];
        double[] means = new double[labels.size()];
        for (int i = 0; i < seconds.length; i++) {
            Simulation run = simulator.run(Algorithms.of(Collective.ALLTOALL, labels.get(i)).traffic(placement.ranks(), bytes, 0));
            seconds[i] = run.seconds();
            means[i] = run.meanSeconds();
        }
        return new Run(placement, cost, labels, bytes, seconds, means);
    }

    double best() {
        double best = seconds[0];
        for (double each : seconds) {
            best = Math.min(best, each);
        }
        return best;
    }

    double of(String label) {
        return seconds[labels.indexOf(label)];
    }

    /** All calls of a selector that prices by {@code predictor}. */
    Course course(Predictor predictor, SelectionRules rules) {
        List<Candidate> candidates = labels.stream()
                .map(label -> new Candidate(label, predictor.seconds(Algorithms.of(Collective.ALLTOALL, label), bytes, 0))).toList();
        return Course.of(Selection.of(candidates, rules), CALLS, Course.Times.steady(seconds, means));
    }

    /** With the papers' formulas. */
    Course withTopology() {
        return course(Predictor.ofPapers(placement, cost), SelectionRules.OF_PAPERS);
    }

    Course withoutTopology() {
        return course(Predictor.withoutTopology(placement.ranks(), cost), SelectionRules.OF_PAPERS);
    }

    Course withoutModel() {
        return course(Predictor.NONE, SelectionRules.OF_PAPERS);
    }

    /** As this program does it. */
    Course ours() {
        return course(Predictor.exact(placement, cost), SelectionRules.DEFAULT);
    }

    /** Seconds of a call, the mean of all. */
    static double mean(Course course) {
        return course.seconds() / CALLS;
    }
}
