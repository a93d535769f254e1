package hplhetero.hpl.model;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.lu.PanelSteps;
import hplhetero.hpl.problem.StepChoices;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One run, replayed panel by panel in the order of {@link PanelSteps}, with a clock for each rank instead of a matrix.
 * O(panels x cells) time, but no more for thousands of panels than for one thousand, O(cells) memory.
 */
public final class RunReplay {
    private final ModelInputs inputs;
    private final BlockMap map;
    private final ReplayState state;
    private final RankClocks clocks;
    private final PanelReplay ahead;
    private final TrailingReplay rest;
    /** Of the panels that are replayed. */
    private final PanelSteps steps;
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
        ColumnReplay columns = new ColumnReplay(state, variant);
        ahead = new PanelReplay(state, columns);
        rest = new TrailingReplay(state, columns);
        stepEnd = new double[(map.panels() - first() + stride - 1) / stride];
        this.steps = new PanelSteps(stepEnd.length, state.ahead);
    }

    /** @param ideal what {@link TimeModel#ideal} says */
    public Prediction run(double ideal) {
        steps.run(this::act);
        state.stretch();
        new SolveReplay(inputs, clocks, state.busy).run();
        return prediction(ideal);
    }

    /** The first panel that is replayed: in the middle of those that it stands for. */
    private int first() {
        return (state.stride - 1) / 2;
    }

    /** The panel that is the i-th to be replayed. */
    private int panel(int i) {
        return first() + i * state.stride;
    }

    private int phase(int k) {
        return (int) ((long) k * StepChoices.PHASES / map.panels());
    }

    /** Of each of {@link StepChoices#PHASES} phases, seconds of its steps in the run that was replayed; 0 where none was. */
    public double[] phaseSeconds() {
        double[] phaseEnd = new double[StepChoices.PHASES];
        for (int i = 0; i < stepEnd.length; i++) {
            phaseEnd[phase(panel(i))] = stepEnd[i];
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

    /** Does an act on all ranks. Of the panels that are replayed, the {@code on}-th is worked on and the {@code by}-th applied. */
    private void act(PanelSteps.Act act, int on, int by) {
        int j = panel(on);
        int k = panel(by);
        switch (act) {
            case FACTOR -> ahead.factor(j);
            case BROADCAST -> {
                rest.share();
                ahead.send(j);
            }
            case RECEIVE -> receive(k);
            case RECEIVE_AHEAD -> ahead.receive(j, k);
            case PREPARE -> rest.measure(k, j);
            case SWAP_AHEAD -> ahead.swap(j, k);
            case UPDATE_AHEAD -> ahead.update(j, k);
            case START_TRAILING -> rest.start(k);
            case SWAP_TRAILING -> {
                if (!steps.looksAhead(by)) {
                    rest.share();
                }
                rest.swapInBackground(k);
            }
            case UPDATE_TRAILING -> rest.finish();
            case END -> stepEnd[by] = clocks.at(clocks.latest()) * state.stride;
        }
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
