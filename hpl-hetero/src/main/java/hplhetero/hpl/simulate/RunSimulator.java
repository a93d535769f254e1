package hplhetero.hpl.simulate;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Routes;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.lu.PanelSteps;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.network.ClusterNetwork;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.simulate.Simulation;
import hplhetero.network.simulate.Simulator;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * A simulator of runs of one variant on one cluster, in virtual time. Arithmetic takes the mean time that the cluster says. Messages go
 * over the routes of the cluster's network, or over those of {@link ClusterNetwork} where no fabric is known. Back substitution is priced,
 * not simulated. O(messages) time, about a microsecond for each message.
 */
public final class RunSimulator {
    private static final LinkCost FREE = LinkCost.hockney(0, 0);

    private final Cluster cluster;
    private final SolveVariant variant;
    /** Slowdowns that change while a run goes on, indexed by rank; empty where no rank's speed changes. */
    private final List<Slowdown> slowdowns;
    private final Placement placement;
    private final NetworkCost cost;

    /**
     * Creates a simulator of runs of one variant on one cluster.
     *
     * @throws IllegalArgumentException when two hosts of the cluster have one name
     */
    public RunSimulator(Cluster cluster, SolveVariant variant) {
        this(cluster, variant, List.of());
    }

    /**
     * Creates a simulator of runs of one variant on one cluster, whose ranks become slower or faster: the cluster's costs are those at the
     * start of a run, and are multiplied by {@link Slowdown#sinceStart} of the moment when a rank begins some work.
     *
     * @param changing slowdowns of all ranks, indexed by rank; empty where no rank's speed changes
     * @throws IllegalArgumentException when two hosts of the cluster have one name, or there are some slowdowns, but not one for each rank
     */
    public RunSimulator(Cluster cluster, SolveVariant variant, List<Slowdown> changing) {
        this.cluster = cluster;
        this.variant = variant;
        slowdowns = Slowdown.changing(changing, cluster.size());
        ClusterNetwork network = ClusterNetwork.withLongTrunks(cluster);
        placement = network.found().placement();
        cost = cluster.network().routes().map(Routes::cost)
                .orElseGet(() -> new NetworkCost(network.network().orElse(FREE), network.sameHost().orElse(FREE), 0));
    }

    /**
     * Simulates all panel steps of a run; the result has no spans of what ranks did when.
     *
     * @param n   order of A
     * @param nb  blocking factor
     * @param map which rank owns which block; its owners are ranks of the cluster
     */
    public SimulatedRun run(int n, int nb, MapSpec.Explicit map) {
        return run(n, nb, map, Set.of(), done -> { });
    }

    /**
     * Simulates all panel steps of a run, and keeps, for some of the steps, spans: who did what from when to when.
     *
     * @param n         order of A
     * @param nb        blocking factor
     * @param map       which rank owns which block; its owners are ranks of the cluster
     * @param steps     the panel steps whose spans are to be kept, counted from 0; may be empty
     * @param stepsDone hears, each time it grows, the number of panel steps that all ranks have done
     */
    public SimulatedRun run(int n, int nb, MapSpec.Explicit map, Set<Integer> steps, IntConsumer stepsDone) {
        BlockMap blocks = BlockMap.of(n, nb, map);
        Run run = new Run(blocks);
        Spans spans = new Spans(steps, cluster.size());
        RunProgram program = run.program(StepScript.whole(run.steps), spans, stepsDone);
        Simulation seen = spans.isEmpty() ? run.simulator.run(program) : run.simulator.run(program, program);
        double[] ends = new double[cluster.size()];
        List<RankTime> times = new ArrayList<>();
        for (LocalLayout layout : run.layouts) {
            ends[layout.rank()] = end(program.use(layout.rank()));
            times.add(time(layout.rank(), program.use(layout.rank()), seen.seconds()));
        }
        double seconds = TimeModel.backSubstitution(slowed(ends), n, nb, map, ends);
        return new SimulatedRun(n, seconds, seconds - seen.seconds(), times, seen.messages(), placement.fabric(), bytes(seen),
                stepSeconds(program, 0, blocks.panels()), spans.all());
    }

    /**
     * Returns the cluster at the end of the factorization.
     *
     * @param ends seconds from the start of the run at which each rank ends the factorization, indexed by rank
     */
    private Cluster slowed(double[] ends) {
        if (slowdowns.isEmpty()) {
            return cluster;
        }
        return cluster.with(profile -> {
            double factor = slowdowns.get(profile.rank()).sinceStart(1, ends[profile.rank()]);
            return profile.times(factor);
        });
    }

    /**
     * Simulates some panel steps of a run and estimates the whole run from them. Simulates all where they are too few for this to pay: the
     * steps to simulate would be half of them or more. The bytes over links never include back substitution. Not for ranks whose speed
     * changes: a few steps do not tell when it does.
     *
     * @param n       order of A
     * @param nb      blocking factor
     * @param map     which rank owns which block; its owners are ranks of the cluster
     * @param windows how many stretches of consecutive steps are simulated, and how long each is
     * @throws IllegalArgumentException when a rank's speed changes
     */
    public SimulatedRun run(int n, int nb, MapSpec.Explicit map, Windows windows) {
        if (!slowdowns.isEmpty()) {
            throw new IllegalArgumentException("windows=" + windows + " of ranks whose speed changes: simulate all steps");
        }
        BlockMap blocks = BlockMap.of(n, nb, map);
        int panels = blocks.panels();
        if (!windows.spare(panels)) {
            return run(n, nb, map);
        }
        Run run = new Run(blocks);
        double[] weights = new double[windows.count()];
        double[] places = windows.places(weights);
        Sampled sum = new Sampled(run, panels);
        for (int w = 0; w < places.length; w++) {
            int middle = (int) Math.round((places[w] + 1) / 2 * panels - windows.steps() / 2.0);
            int from = Math.clamp(middle, windows.first(), panels - windows.steps());
            RunProgram program = run.program(StepScript.part(run.steps, from - windows.first(), from + windows.steps()),
                    new Spans(Set.of(), cluster.size()), done -> { });
            Simulation seen = run.simulator.run(program);
            sum.add(program, seen, from, windows, weights[w] * panels);
        }
        double[] ends = new double[cluster.size()];
        Arrays.fill(ends, sum.seconds);
        double seconds = TimeModel.backSubstitution(cluster, n, nb, map, ends);
        return new SimulatedRun(n, seconds, seconds - sum.seconds, sum.times(), sum.messages, placement.fabric(), sum.bytes,
                sum.stepSeconds, List.of());
    }

    /** The estimate of a whole run, summed over windows of steps. */
    private final class Sampled {
        private final Run run;
        private final double[][] times;
        private final double[] bytes = new double[placement.fabric().links()];
        private final double[] stepSeconds;
        private double seconds;
        private long messages;

        Sampled(Run run, int panels) {
            this.run = run;
            times = new double[run.layouts.size()][Activity.values().length];
            stepSeconds = new double[panels];
        }

        /**
         * Adds what a window has shown.
         *
         * @param from  first step of the window that counts
         * @param steps number of the run's steps that the window stands for
         */
        void add(RunProgram program, Simulation seen, int from, Windows windows, double steps) {
            int last = from + windows.steps() - 1;
            double begin = windows.first() == 0 ? 0 : program.meanEnd(from - 1);
            seconds += steps * (program.meanEnd(last) - begin) / windows.steps();
            messages += seen.messages();
            double each = steps / (windows.first() + windows.steps());
            for (int link = 0; link < bytes.length; link++) {
                bytes[link] += each * seen.bytes(link);
            }
            for (int i = 0; i < times.length; i++) {
                TimeUse use = program.use(run.layouts.get(i).rank());
                for (Activity what : Activity.values()) {
                    times[i][what.ordinal()] += each * use.seconds(what);
                }
            }
            for (int k = from; k <= last; k++) {
                stepSeconds[k] = program.meanEnd(k) - (k == 0 || k == from && windows.first() == 0 ? 0 : program.meanEnd(k - 1));
            }
        }

        List<RankTime> times() {
            List<RankTime> all = new ArrayList<>();
            for (int i = 0; i < times.length; i++) {
                double[] of = times[i];
                all.add(new RankTime(run.layouts.get(i).rank(), of[Activity.UPDATE.ordinal()], of[Activity.PANEL.ordinal()],
                        of[Activity.WAITING_FOR_PIVOTS.ordinal()], of[Activity.WAITING_FOR_ROWS.ordinal()],
                        of[Activity.WAITING_FOR_PANEL.ordinal()], Math.max(0, seconds - Arrays.stream(of).sum())));
            }
            return all;
        }
    }

    private static double end(TimeUse use) {
        double end = 0;
        for (Activity each : Activity.values()) {
            end += use.seconds(each);
        }
        return end;
    }

    private static RankTime time(int rank, TimeUse use, double all) {
        return new RankTime(rank, use.seconds(Activity.UPDATE), use.seconds(Activity.PANEL), use.seconds(Activity.WAITING_FOR_PIVOTS),
                use.seconds(Activity.WAITING_FOR_ROWS), use.seconds(Activity.WAITING_FOR_PANEL), all - end(use));
    }

    private double[] bytes(Simulation seen) {
        double[] bytes = new double[placement.fabric().links()];
        for (int link = 0; link < bytes.length; link++) {
            bytes[link] = seen.bytes(link);
        }
        return bytes;
    }

    private static double[] stepSeconds(RunProgram program, int from, int to) {
        double[] seconds = new double[to];
        for (int k = from; k < to; k++) {
            seconds[k] = program.meanEnd(k) - (k > from ? program.meanEnd(k - 1) : 0);
        }
        return seconds;
    }

    /** The parts that all windows of a run have in common. */
    private final class Run {
        final RunShape shape;
        final List<LocalLayout> layouts;
        final RankCosts[] costs;
        final PanelSteps steps;
        final Simulator simulator = new Simulator(placement, cost);

        Run(BlockMap map) {
            shape = new RunShape(cluster, map, variant);
            layouts = List.copyOf(LocalLayout.all(map));
            steps = new PanelSteps(map.panels(), map.lookAhead(variant.depth()));
            costs = RankCosts.of(cluster, layouts, slowdowns);
        }

        RunProgram program(StepScript script, Spans spans, IntConsumer stepsDone) {
            return new RunProgram(shape, layouts, costs, steps.depth() + 1, script, spans, stepsDone);
        }
    }
}
