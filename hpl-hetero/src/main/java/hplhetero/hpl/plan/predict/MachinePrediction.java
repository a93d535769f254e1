package hplhetero.hpl.plan.predict;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.Plan;
import java.util.List;

/**
 * The prediction of what a described machine reaches.
 *
 * @param cluster    the machine
 * @param kinds      kinds of its ranks, the fastest first
 * @param plan       how it would run best, and what the time model says of this plan
 * @param order      how ranks are numbered over the grid, in words
 * @param variant    broadcast, swap and look-ahead of the run
 * @param lostShares where the rest of the peak goes
 * @param whatIfs    predictions with something changed; empty where they were not wanted
 * @param notes      what was not tried, in sentences
 */
public record MachinePrediction(Cluster cluster, List<RankKind> kinds, Plan plan, String order, SolveVariant variant,
        LostShares lostShares, List<WhatIf> whatIfs, List<String> notes) {

    public MachinePrediction {
        kinds = List.copyOf(kinds);
        whatIfs = List.copyOf(whatIfs);
        notes = List.copyOf(notes);
    }

    /** Returns the predicted rate in billions of operations a second. */
    public double gflops() {
        return plan.prediction().gflops(plan.n());
    }
}
