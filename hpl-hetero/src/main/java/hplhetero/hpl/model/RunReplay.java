package hplhetero.hpl.model;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.lu.PanelSteps;
import hplhetero.hpl.lu.StopSignal;
import hplhetero.hpl.problem.StepChoices;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The replay of one run, panel by panel in the order of {@link PanelSteps}, with a clock for each rank instead of a matrix. O(panels x
 * cells) time, but no more for thousands of panels than for one thousand; O(cells) memory.
 */
public final class RunReplay {
    private final ModelInputs inputs;
    private final BlockMap map;
    private final ReplayState state;
    private final RankClocks clocks;
    private final PanelReplay ahead;
    private final TrailingReplay trailing;
    /** The panel steps of the panels that are replayed, in the present part of the run. */
    private PanelSteps steps;
    /** Seconds from the start of the run at which each replayed step ends, times the stride, indexed by replayed step. */
    private final double[] stepEnd;

    /**
     * Creates a replay whose prediction says where the time goes. Where there are very many panels, a sample of them is replayed, otherwise
     * all.
     *
     * @param inputs  the ranks, their map and their links
     * @param variant how the run is done
     */
    public RunReplay(ModelInputs inputs, SolveVariant variant) {
        this(inputs, variant, true);
    }

    /**
     * Creates a replay with or without causes. Where there are very many panels, a sample of them is replayed, otherwise all.
     *
     * @param inputs  the ranks, their map and their links
     * @param variant how the run is done
     * @param causes  whether the prediction says where the time goes; otherwise its seconds by cause are NaN
     */
    public RunReplay(ModelInputs inputs, SolveVariant variant, boolean causes) {
        this(inputs, variant, causes, SampledPanels.stride(inputs));
    }

    /**
     * Creates a replay with a given distance between replayed panels.
     *
     * @param inputs  the ranks, their map and their links
     * @param variant how the run is done
     * @param causes  whether the prediction says where the time goes; otherwise its seconds by cause are NaN
     * @param stride  distance between replayed panels: each stands for so many around it; 1 replays all
     */
    public RunReplay(ModelInputs inputs, SolveVariant variant, boolean causes, int stride) {
        this(inputs, variant, StepChoices.FIXED, causes, stride);
    }

    /**
     * Creates a replay whose panels take the broadcast and row swap that were chosen for their phase of the run. Its prediction does not
     * say where the time goes. Where there are very many panels, a sample of them is replayed.
     *
     * @param inputs  the ranks, their map and their links
     * @param variant how the run is done; its broadcast and row swap hold where {@code steps} chooses nothing
     * @param steps   the choices
     */
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
        trailing = new TrailingReplay(state, columns);
        stepEnd = new double[(map.panels() - first() + stride - 1) / stride];
    }

    /**
     * Replays the run and returns its prediction. To be called once.
     *
     * @param ideal seconds of the run if all ranks always computed, as {@link TimeModel#ideal} returns them; goes into the prediction as it
     *              is
     */
    public Prediction run(double ideal) {
        state.begin(0, 0);
        steps = new PanelSteps(stepEnd.length, state.ahead);
        steps.run(this::act);
        state.stretch();
        return prediction(solved(), ideal);
    }

    private int solved() {
        new SolveReplay(inputs, state.costs.update, clocks, state.busy).run();
        return clocks.latest();
    }

    /**
     * Replays a part of the run in which no panel is ahead at the beginning, nor at the end, as {@code lu.LuFactorization} does it. All
     * panels of a run must be replayed, as by {@link TimeModel#replayOfParts}.
     *
     * @param from  first panel of the part; all before it have been applied, by this replay or on another map
     * @param begin seconds from the start of the run at which all ranks begin the part
     * @param stop  tells when to stop; asked after each step; panels that are ahead then are still applied
     * @return the panel before which the part has stopped; the number of panels where the factorization is complete
     */
    public int runUntil(int from, double begin, StopSignal stop) {
        state.begin(from, begin);
        int to = map.panels();
        steps = new PanelSteps(from, to, state.ahead);
        steps.start(this::act);
        for (int k = from; k < to; k++) {
            steps.run(k, k + 1, this::act);
            if (to == map.panels() && k + 1 + state.ahead < to && stop.stops(k)) {
                to = k + 1 + state.ahead;
                steps = new PanelSteps(from, to, state.ahead);
            }
        }
        return to;
    }

    /** Returns the rates of the updates from now on, which grow with each panel step. To be called once, before the first part. */
    public UpdateRates watch() {
        UpdateRates rates = new UpdateRates(inputs);
        trailing.watch(rates);
        return rates;
    }

    /** Returns the seconds from the start of the run at which the last rank has done all that was replayed so far. */
    public double seconds() {
        return clocks.at(clocks.latest());
    }

    /** Replays back substitution, and returns the seconds from the start of the run at which it is over. To be called last. */
    public double solve() {
        return clocks.at(solved());
    }

    /** Returns the first panel that is replayed: the middle one of those that it stands for. */
    private int first() {
        return (state.stride - 1) / 2;
    }

    /** Returns the panel that is replayed as the i-th. */
    private int panel(int i) {
        return first() + i * state.stride;
    }

    private int phase(int k) {
        return (int) ((long) k * StepChoices.PHASES / map.panels());
    }

    /**
     * Returns the seconds that each part of the run took in the replay, when its panel steps are cut into {@link StepChoices#PHASES} parts
     * of equal numbers of steps; indexed by part. 0 for a part of which no step was replayed. Called after {@link #run}.
     */
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
     * Returns the seconds until so many panel steps of the replayed run were over on all ranks. Between steps that were replayed the result
     * grows in proportion to the steps.
     *
     * @param panels number of panel steps, from 0 to all of them
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

    /** Returns the bytes that have crossed links between sites so far in the replayed run. */
    double siteBytes() {
        return state.siteLinks.bytes();
    }

    /**
     * Does an act on all ranks.
     *
     * @param on number, among the replayed panels, of the block column that is worked on
     * @param by number, among the replayed panels, of the panel that is applied
     */
    private void act(PanelSteps.Act act, int on, int by) {
        int j = panel(on);
        int k = panel(by);
        switch (act) {
            case FACTOR -> ahead.factor(j);
            case BROADCAST -> {
                trailing.share();
                ahead.send(j);
            }
            case RECEIVE -> receive(k);
            case RECEIVE_AHEAD -> ahead.receive(j, k);
            case PREPARE -> trailing.measure(k, j);
            case SWAP_AHEAD -> ahead.swap(j, k);
            case UPDATE_AHEAD -> ahead.update(j, k);
            case START_TRAILING -> trailing.start(k, steps.looksAhead(by) ? j - state.stride : -1);
            case SWAP_TRAILING -> {
                if (!steps.looksAhead(by)) {
                    trailing.share();
                }
                trailing.swapInBackground(k);
            }
            case UPDATE_TRAILING -> trailing.finish();
            case END -> {
                stepEnd[by] = clocks.at(clocks.latest()) * state.stride;
                state.ended((by + 1) * state.stride);
            }
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

    private Prediction prediction(int last, double ideal) {
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
