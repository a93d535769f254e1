package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.VirtualGrid;
import hplhetero.hpl.model.ModelInputs;
import hplhetero.hpl.model.RunReplay;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.StepChoices.Free;
import hplhetero.hpl.problem.StepPhase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A planner that chooses broadcast and row swap of each phase of a run by replays of the run: the broadcasts first, then the row swaps. The
 * choice is never predicted to take longer than the test's own broadcast and row swap all along. Costs one replay for each of them and one
 * more.
 */
public final class StepPlanner {
    /** Share of a phase's seconds that another choice must save to replace the test's own: the model is no closer. */
    private static final double LEAST_GAIN = 0.005;
    /** Factor on a phase's best seconds within which a choice may be tried in the run. */
    private static final double TRIED_WITHIN = 1.1;
    /** Relative difference of seconds below which two choices send the same messages. */
    private static final double SAME = 1e-6;

    private final ModelInputs inputs;
    private final SolveVariant variant;
    private final Free free;
    private final StepChoice own;
    /** Best choice found so far for each phase, indexed by phase. */
    private StepChoice[] phases;
    /** Seconds of the run with the best choices found so far. */
    private double seconds;
    /** Other choices that may be tried in each phase, indexed by phase. */
    private final List<List<Priced>> others = new ArrayList<>();

    /** A choice that was not taken, with its seconds in a phase divided by those of the choice taken. */
    private record Priced(StepChoice choice, double times) {
    }

    /**
     * The result of replaying one run.
     *
     * @param phases       choice of each phase
     * @param seconds      seconds of the whole run
     * @param phaseSeconds seconds of each phase
     */
    private record Run(StepChoice[] phases, double seconds, double[] phaseSeconds) {
    }

    private StepPlanner(Cluster cluster, HplCase c, Free free) {
        BlockMap map = BlockMap.of(c);
        inputs = new ModelInputs(cluster, map);
        variant = SolveVariant.of(c);
        this.free = free;
        own = new StepChoice(c.broadcast(), c.swap());
        phases = Collections.nCopies(StepChoices.PHASES, own).toArray(StepChoice[]::new);
        IntStream.range(0, StepChoices.PHASES).forEach(phase -> others.add(new ArrayList<>()));
        Run asItIs = replayed(phases);
        seconds = asItIs.seconds;
        VirtualGrid grid = map.grid();
        if (free.broadcast() && IntStream.range(0, grid.rows()).anyMatch(r -> LocalLayout.rowMembers(grid, r).length > 1)) {
            improve(asItIs, Stream.of(BroadcastAlgorithm.values()).filter(b -> b != own.broadcast())
                    .map(b -> (UnaryOperator<StepChoice>) from -> new StepChoice(b, from.swap())).toList());
        }
        if (free.swap() && IntStream.range(0, grid.cols()).anyMatch(col -> LocalLayout.columnMembers(grid, col).length > 1)) {
            improve(replayed(phases), Stream.of(SwapAlgorithm.values()).filter(s -> s != own.swap())
                    .map(s -> (UnaryOperator<StepChoice>) from -> new StepChoice(from.broadcast(), s)).toList());
        }
    }

    /**
     * Chooses broadcast and row swap for the run of one test, separately for each phase: one of {@link StepChoices#PHASES} equal groups of
     * consecutive panels. Returns {@link StepChoices#FIXED} where nothing is to be chosen, or the matrix is empty.
     *
     * @param cluster the ranks and links that the test runs on
     * @param c       the test
     * @param free    which of broadcast and row swap to choose; what is not chosen stays as the test has it
     */
    public static StepChoices choose(Cluster cluster, HplCase c, Free free) {
        if (free == Free.NOTHING || c.n() == 0) {
            return StepChoices.FIXED;
        }
        return new StepPlanner(cluster, c, free).choices();
    }

    private Run replayed(StepChoice[] of) {
        RunReplay replay = new RunReplay(inputs, variant, choices(of));
        return new Run(of, replay.run(0).seconds(), replay.phaseSeconds());
    }

    private StepChoices choices(StepChoice[] of) {
        return new StepChoices(free, Stream.of(of).map(choice -> new StepPhase(choice, List.of())).toList(), "");
    }

    /** Puts into each phase the best of the current choice and of some changes, as far as the whole run gains by it. */
    private void improve(Run current, List<UnaryOperator<StepChoice>> changes) {
        List<Run> runs = new ArrayList<>(List.of(current));
        changes.forEach(change -> runs.add(replayed(Stream.of(phases).map(change).toArray(StepChoice[]::new))));
        StepChoice[] mixed = phases.clone();
        for (int phase = 0; phase < mixed.length; phase++) {
            mixed[phase] = best(runs, phase).phases[phase];
        }
        List<Run> whole = new ArrayList<>(runs);
        whole.addFirst(replayed(mixed));
        Run taken = whole.stream().min(Comparator.comparingDouble(Run::seconds)).orElseThrow();
        // the model knows nothing of smaller gains
        taken = taken.seconds < seconds * (1 - SAME) ? taken : current;
        for (int phase = 0; phase < phases.length; phase++) {
            phases[phase] = taken.phases[phase];
            note(runs, phase);
        }
        seconds = taken.seconds;
    }

    private static Run best(List<Run> runs, int phase) {
        Run best = runs.getFirst();
        double least = best.phaseSeconds[phase] * (1 - LEAST_GAIN);
        for (Run run : runs) {
            if (run.phaseSeconds[phase] < least) {
                best = run;
                least = run.phaseSeconds[phase];
            }
        }
        return best;
    }

    /** Keeps the choices that may be tried in a phase: those near its best, whose messages differ from those of the choice taken. */
    private void note(List<Run> runs, int phase) {
        double best = runs.stream().mapToDouble(run -> run.phaseSeconds[phase]).min().orElseThrow();
        double taken = runs.stream().filter(run -> run.phases[phase].equals(phases[phase])).findFirst().orElseThrow().phaseSeconds[phase];
        for (Run run : runs) {
            double its = run.phaseSeconds[phase];
            if (best > 0 && its <= TRIED_WITHIN * best && Math.abs(its - taken) > SAME * taken) {
                others.get(phase).add(new Priced(run.phases[phase], its / taken));
            }
        }
    }

    /** Returns a choice with what was changed in the other: the other's broadcast or, where the broadcasts are equal, its row swap. */
    private static StepChoice instead(StepChoice choice, StepChoice other) {
        return other.broadcast() != choice.broadcast() ? new StepChoice(other.broadcast(), choice.swap()) : other;
    }

    private StepChoices choices() {
        List<StepPhase> made = new ArrayList<>();
        for (int phase = 0; phase < phases.length; phase++) {
            StepChoice choice = phases[phase];
            made.add(new StepPhase(choice, others.get(phase).stream().sorted(Comparator.comparingDouble(Priced::times))
                    .map(priced -> instead(choice, priced.choice)).filter(other -> !other.equals(choice)).distinct().toList()));
        }
        return new StepChoices(free, made, "predicted");
    }
}
