package hplhetero.run.net.paper;

import hplhetero.comm.collective.Algorithms;
import hplhetero.comm.select.CallSequence;
import hplhetero.comm.select.Candidate;
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
 * Times of an alltoall by some algorithms on a placement, for messages of one size: what each takes, and what 200 calls by a selector take.
 *
 * @param placement where the ranks sit
 * @param cost      cost of messages
 * @param labels    labels of the algorithms
 * @param bytes     size of messages, in bytes
 * @param seconds   time of a call until the last rank is done, in seconds, by algorithm
 * @param means     mean over ranks of the time until a rank is done, in seconds, by algorithm
 */
record Run(Placement placement, NetworkCost cost, List<String> labels, long bytes, double[] seconds, double[] means) {
    /** Number of calls in the papers' program. */
    private static final int CALLS = 200;

    /**
     * Simulates an alltoall by each algorithm.
     *
     * @param placement where the ranks sit
     * @param cost      cost of messages
     * @param labels    labels of the algorithms
     * @param bytes     size of messages, in bytes
     */
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

    /** Returns the time of a call of the fastest algorithm until its last rank is done, in seconds. */
    double best() {
        double best = seconds[0];
        for (double each : seconds) {
            best = Math.min(best, each);
        }
        return best;
    }

    /**
     * Returns the time of a call of one algorithm until its last rank is done, in seconds.
     *
     * @param label label of the algorithm, one of {@link #labels}
     */
    double of(String label) {
        return seconds[labels.indexOf(label)];
    }

    /**
     * Returns the sequence of 200 calls of a selector, which learns from the calls which algorithm is fastest.
     *
     * @param predictor prices the algorithms before they are tried
     * @param rules     rules of the selection
     */
    CallSequence calls(Predictor predictor, SelectionRules rules) {
        List<Candidate> candidates = labels.stream()
                .map(label -> new Candidate(label, predictor.seconds(Algorithms.of(Collective.ALLTOALL, label), bytes, 0))).toList();
        return CallSequence.of(Selection.of(candidates, rules), CALLS, CallSequence.Times.steady(seconds, means));
    }

    /**
     * Returns the sequence of 200 calls of a selector that prices algorithms by the papers' formulas, which take the topology into account.
     */
    CallSequence withTopology() {
        return calls(Predictor.ofPapers(placement, cost), SelectionRules.OF_PAPERS);
    }

    /** Returns the sequence of 200 calls of a selector that prices algorithms by the papers' table, which ignores the topology. */
    CallSequence withoutTopology() {
        return calls(Predictor.withoutTopology(placement.ranks(), cost), SelectionRules.OF_PAPERS);
    }

    /** Returns the sequence of 200 calls of a selector that prices nothing, and so tries all algorithms. */
    CallSequence withoutModel() {
        return calls(Predictor.NONE, SelectionRules.OF_PAPERS);
    }

    /**
     * Returns the sequence of 200 calls of a selector that prices algorithms exactly and selects by the default rules, as this
     * program does.
     */
    CallSequence ours() {
        return calls(Predictor.exact(placement, cost), SelectionRules.DEFAULT);
    }

    /** Returns the mean time of a call over all calls of a sequence, in seconds. */
    static double mean(CallSequence sequence) {
        return sequence.seconds() / CALLS;
    }
}
