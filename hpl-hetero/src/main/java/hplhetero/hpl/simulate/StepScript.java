package hplhetero.hpl.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * What all ranks do, in the order of {@code lu.LuFactorization.run}; those who own nothing of what a line is about pass over it. Immutable.
 */
final class StepScript {

    /** A line of it. */
    enum Act {
        /** Wait for panel k. */
        RECEIVE,
        /** The same of those alone who own cells of block column j. */
        RECEIVE_AHEAD,
        /** All workers pack panel k. */
        PREPARE,
        /** Swap the rows of block column j by panel k. */
        SWAP_AHEAD,
        /** Find what is to be updated with panel k from block column j on; where ranks have several workers, swap all of its rows. */
        START_REST,
        /** Update block column j with panel k. */
        UPDATE_AHEAD,
        /** Factor block column j with the others of its column. */
        FACTOR,
        /** Start panel j on its way along the rows. */
        SEND,
        /** Where ranks have one worker each, start the swap of the rest. */
        SWAP_REST,
        /** Update the rest with panel k, part by part as its rows come. */
        FINISH_REST,
        /** The step of panel k is over. */
        END
    }

    /**
     * One line.
     *
     * @param j    block column that it is about, or from which on
     * @param k    panel by which
     * @param step the panel step that it belongs to
     */
    record Line(Act act, int j, int k, int step) {
    }

    private final List<Line> lines = new ArrayList<>();
    private final int panels;
    private final int depth;

    private StepScript(int panels, int depth) {
        this.panels = panels;
        this.depth = depth;
    }

    /** All steps. */
    static StepScript whole(int panels, int depth) {
        StepScript script = new StepScript(panels, depth);
        for (int j = 0; j < Math.min(depth, panels); j++) {
            script.bringUpToDate(j, 0, j, 0);
            script.factor(j, 0);
        }
        script.steps(0, panels);
        return script;
    }

    /** Steps from..to-1, when the panels before {@code from + depth} have been delivered. */
    static StepScript part(int panels, int depth, int from, int to) {
        StepScript script = new StepScript(panels, depth);
        script.steps(from, to);
        return script;
    }

    private void steps(int from, int to) {
        for (int k = from; k < to; k++) {
            if (depth == 0) {
                factor(k, k);
            }
            add(Act.RECEIVE, k, k, k);
            add(Act.PREPARE, k, k, k);
            int next = k + depth;
            if (depth > 0 && next < panels) {
                add(Act.SWAP_AHEAD, next, k, k);
                add(Act.START_REST, next + 1, k, k);
                add(Act.UPDATE_AHEAD, next, k, k);
                bringUpToDate(next, k + 1, next, k);
                factor(next, k);
            } else {
                add(Act.START_REST, Math.min(next, panels - 1) + 1, k, k);
            }
            add(Act.SWAP_REST, k, k, k);
            add(Act.FINISH_REST, k, k, k);
            add(Act.END, k, k, k);
        }
    }

    private void bringUpToDate(int j, int from, int to, int step) {
        for (int k = from; k < to; k++) {
            add(Act.RECEIVE_AHEAD, j, k, step);
            add(Act.SWAP_AHEAD, j, k, step);
            add(Act.UPDATE_AHEAD, j, k, step);
        }
    }

    private void factor(int j, int step) {
        add(Act.FACTOR, j, j, step);
        add(Act.SEND, j, j, step);
    }

    private void add(Act act, int j, int k, int step) {
        lines.add(new Line(act, j, k, step));
    }

    int size() {
        return lines.size();
    }

    Line line(int at) {
        return lines.get(at);
    }
}
