package hplhetero.hpl.plan.predict;

import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;

/**
 * The request for a prediction: what it is for, and what of it is free.
 *
 * @param plan       N, NB, grid, kind of map, and the variant with which the first plan is made
 * @param broadcasts panel broadcasts to choose from, at least one
 * @param swaps      row swaps to choose from, at least one
 * @param whatIfs    whether changed machines are priced too
 * @param slowdowns  how ranks become slower while the run goes on, indexed by rank, which is priced too; empty: they do not
 */
public record PredictRequest(PlanRequest plan, List<BroadcastAlgorithm> broadcasts, List<SwapAlgorithm> swaps, WhatIfs whatIfs,
        List<Slowdown> slowdowns) {

    /** Whether changed machines are priced too. */
    public enum WhatIfs {
        PRICED, LEFT_OUT
    }

    /**
     * Checks that there is something to choose from.
     *
     * @throws IllegalArgumentException when there is no broadcast or no row swap
     */
    public PredictRequest {
        broadcasts = List.copyOf(broadcasts);
        swaps = List.copyOf(swaps);
        slowdowns = List.copyOf(slowdowns);
        if (broadcasts.isEmpty() || swaps.isEmpty()) {
            throw new IllegalArgumentException("broadcasts=" + broadcasts + " swaps=" + swaps + ": must be at least one of each");
        }
    }

    /** Returns this request with other slowdowns of the ranks, indexed by rank. */
    public PredictRequest with(List<Slowdown> others) {
        return new PredictRequest(plan, broadcasts, swaps, whatIfs, others);
    }
}
