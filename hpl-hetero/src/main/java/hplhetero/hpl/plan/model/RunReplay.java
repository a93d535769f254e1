package hplhetero.hpl.plan.model;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.problem.StepChoices;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One run, replayed panel by panel as {@code lu.LuFactorization} does it, with a clock for each rank instead of a matrix.
 * O(panels x cells) time, but no more for thousands of panels than for one thousand, O(cells) memory.
 */
public final class RunReplay {
    private final ModelInputs inputs;
    private final BlockMap map;
    private final ReplayState state;
    private final RankClocks clocks;
    private final PanelReplay ahead;
    private final RestReplay rest;
    private final ColumnReplay columns;
    /** When each replayed step ends, for all those that it stands for. */
    private final double[] stepEnd;

    public RunReplay(ModelInputs inputs, SolveVariant variant) {
        this(inputs, variant, true);
    }

    /** @param causes whether the prediction is to say where the time goes; NaN where it is not */
    public RunReplay(ModelInputs inputs, SolveVariant variant, boolean causes) {
        this(inputs, variant, causes, SampledPanels.stride(inputs));
    }

    /** @param stride 1, or every how manyth panel is replayed, for so many around it */
    public RunReplay(ModelInputs inputs, SolveVariant variant, boolean causes, int stride) {
        this(inputs, variant, StepChoices.FIXED, causes, stride);
    }

    /** One whose panels take what was chosen, where it was. */
    public RunReplay(ModelInputs inputs, SolveVariant variant, StepChoices steps) {
        this(inputs, variant, steps, false, SampledPanels.stride(inputs));
    }

    private RunReplay(ModelInputs inputs, SolveVariant variant, StepChoices steps, boolean causes, int stride) {
        this.inputs = inputs;
        map = inputs.map;
        state = new ReplayState(inputs, variant, steps, causes, stride);
        clocks = state.clocks;
        columns = new ColumnReplay(state, variant);
        ahead = new PanelReplay(state, columns);
        rest = new RestReplay(state, columns);
        stepEnd = new double[(map.panels() - first() + stride - 1) / stride];
    }

    /** @param ideal what {@link TimeModel#ideal} says */
    public Prediction run(double ideal) {
        int stride = state.stride;
        int first = first();
        for (int j = first; j < Math.min(first + state.ahead * stride, map.panels()); j += stride) {
            ahead.bringUpToDate(j, first, j);
            ahead.factor(j);
            ahead.sendAlone(j);
        }
        for (int k = first; k < map.panels(); k += stride) {
            if (state.ahead == 0) {
                ahead.factor(k);
                ahead.sendAlone(k);
            }
            step(k);
            stepEnd[k / stride] = clocks.at(clocks.latest()) * stride;
        }
        state.stretch();
        new SolveReplay(inputs, clocks, state.busy).run();
        return prediction(ideal);
    }

    /** The first panel that is replayed: in the middle of those that it stands for. */
    private int first() {
        return (state.stride - 1) / 2;
    }

    private int phase(int k) {
        return (int) ((long) k * StepChoices.PHASES / map.panels());
    }

    /** Of each of {@link StepChoices#PHASES} phases, seconds of its steps in the run that was replayed; 0 where none was. */
    public double[] phaseSeconds() {
        double[] phaseEnd = new double[StepChoices.PHASES];
        for (int i = 0; i < stepEnd.length; i++) {
            phaseEnd[phase(first() + i * state.stride)] = stepEnd[i];
        }
        double[] seconds = new double[phaseEnd.length];
        double before = 0;
        for (int phase = 0; phase < seconds.length; phase++) {
            seconds[phase] = Math.max(0, phaseEnd[phase] - before);
            before = Math.max(before, phaseEnd[phase]);
        }
        return seconds;
    }

    /**
     * When so many panel steps of the run that was replayed were over, on all ranks; between steps that were not all replayed, in
     * proportion.
     *
     * @param panels 0 .. all of them
     */
    public double secondsAfter(int panels) {
        double seconds = 0;
        for (int i = 0, before = 0; before < panels && i < stepEnd.length; i++) {
            int behind = i + 1 < stepEnd.length ? (i + 1) * state.stride : map.panels();
            double share = Math.min(1, (panels - before) / (double) (behind - before));
            seconds += share * (stepEnd[i] - seconds);
            before = behind;
        }
        return seconds;
    }

    /** Bytes that crossed links between sites so far. */
    double siteBytes() {
        return state.siteLinks.bytes();
    }

    private void step(int k) {
        receive(k);
        int next = k + state.ahead * state.stride;
        boolean looksAhead = state.ahead > 0 && next < map.panels();
        rest.measure(k, next);
        if (looksAhead) {
            ahead.swap(next, k);
        }
        columns.take(state.choice(k).swap());
        if (state.multiThreaded) {
            rest.swap(map.width(k));
        }
        if (looksAhead) {
            ahead.update(next, k);
            ahead.bringUpToDate(next, k + state.stride, next);
            ahead.factor(next);
            columns.take(state.choice(k).swap());
        }
        rest.share();
        if (looksAhead) {
            ahead.send(next);
        }
        if (!state.multiThreaded) {
            rest.swap(map.width(k));
        }
        rest.finish();
    }

    private void receive(int k) {
        RankClocks arrival = state.arrival(k);
        for (int i = 0; i < inputs.size(); i++) {
            clocks.await(i, arrival, i);
        }
        state.left.rowsFrom(k + 1);
        state.left.colsFrom(k + 1);
    }

    private Prediction prediction(double ideal) {
        int last = clocks.latest();
        double seconds = clocks.at(last);
        List<Double> share = new ArrayList<>(Collections.nCopies(inputs.cluster.size(), 0.0));
        for (int i = 0; i < state.busy.length && seconds > 0; i++) {
            share.set(inputs.rank[i], Math.min(1, state.busy[i] / seconds));
        }
        return new Prediction(seconds, clocks.spent(last, RankClocks.UPDATE), clocks.spent(last, RankClocks.PANEL),
                clocks.spent(last, RankClocks.BROADCAST), clocks.spent(last, RankClocks.SWAP), clocks.spent(last, RankClocks.SOLVE), ideal,
                share);
    }
}
