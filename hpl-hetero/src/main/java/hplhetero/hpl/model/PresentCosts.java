package hplhetero.hpl.model;

import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.problem.Slowdown;
import java.util.stream.IntStream;

/**
 * The costs of each member's arithmetic at the present moment of a replayed run: those at the start, times how many times slower the member
 * has become since. Owner: one thread.
 */
final class PresentCosts {
    /** Mean cost of an update on each member at present, indexed by member. */
    final UpdateCost[] update;
    /** Cost of a panel's factorization on each member at present, indexed by member. */
    final PanelCost[] panel;
    /** Mean cost of an update of columns that a member's device does not hold, at present, indexed by member; null where all are held. */
    private final UpdateCost[] streamed;
    private final ModelInputs inputs;
    /** Members whose speed changes while the run goes on. */
    private final int[] changing;
    /** Present factor of each member over its factor at the start, indexed by member. */
    private final double[] factor;

    PresentCosts(ModelInputs inputs) {
        this.inputs = inputs;
        update = inputs.update.clone();
        panel = inputs.panel.clone();
        streamed = inputs.streamed.clone();
        changing = IntStream.range(0, inputs.size()).filter(m -> !inputs.slowdown(m).isSteady()).toArray();
        factor = IntStream.range(0, inputs.size()).mapToDouble(m -> 1).toArray();
    }

    /**
     * Moves on to a later moment of the run.
     *
     * @param columns share of the columns that are factored, 0..1
     * @param clocks  clocks of all members
     * @param times   seconds of the run for each second of the clocks
     */
    void moveTo(double columns, RankClocks clocks, int times) {
        for (int m : changing) {
            Slowdown slowdown = inputs.slowdown(m);
            double now = slowdown.sinceStart(columns, clocks.at(m) * times);
            if (now != factor[m]) {
                factor[m] = now;
                update[m] = inputs.update[m].times(now);
                panel[m] = inputs.panel[m].times(now);
                streamed[m] = streamed[m] == null ? null : inputs.streamed[m].times(now);
            }
        }
    }

    /**
     * Returns the seconds of an update at present. A member's device holds its last columns; the columns before them stream.
     *
     * @param member number of the member
     * @param m      rows below the panel
     * @param n      the last columns of the member, all of which are updated
     * @param jb     columns of the panel
     */
    double seconds(int member, double m, double n, int jb) {
        double streams = Math.max(0, n - inputs.heldColumns[member]);
        return streams == 0 ? update[member].seconds(m, n, jb)
                : update[member].seconds(m, n - streams, jb) + streamed[member].further(m, streams, jb);
    }

    /**
     * Returns the cost at present of an update of the first columns behind the panel.
     *
     * @param member number of the member
     * @param n      columns of the member behind the panel
     */
    UpdateCost ahead(int member, double n) {
        return n > inputs.heldColumns[member] ? streamed[member] : update[member];
    }
}
