package hplhetero.run.net.hpl;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.simulate.RunSimulator;
import hplhetero.hpl.simulate.SimulatedRun;
import hplhetero.hpl.simulate.Windows;
import hplhetero.input.text.InputException;
import hplhetero.results.format.WholeFile;
import hplhetero.run.option.CostOptions;
import hplhetero.run.option.FabricOption;
import hplhetero.run.option.NetworkSource;
import hplhetero.run.option.ThrottleOption;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.terminal.OutputDevice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Simulates a run of HPL and reports the result. */
public final class HplSimulation {
    /** Number of steps at the beginning of each window of sampled steps that are not counted. */
    private static final int FIRST_STEPS = 2;
    private static final int COUNTED_STEPS = 4;

    private HplSimulation() {
    }

    /**
     * Simulates the run and writes its picture, where one is asked for.
     *
     * @param options   what is asked for
     * @param described the ranks
     * @param progress  is told how far the simulation is
     * @throws InputException when options and ranks do not fit together
     */
    public static SimulatedHpl of(HplRunOptions options, FabricOption.Described described, ProgressMonitor progress)
            throws IOException {
        List<Slowdown> slowdowns = options.throttle().slowdowns(described.cluster());
        Cluster cluster = ThrottleOption.atStart(described.cluster(), slowdowns);
        HplRun run = options.run(cluster);
        Set<Integer> steps = options.steps(run.panels());
        options.gantt().ifPresent(file -> OutputDevice.checkReplaceable("--picture", file));
        List<String> said = new ArrayList<>(described.said());
        if (!slowdowns.isEmpty()) {
            RunSimulator steadily = simulator(described.cluster(), run, List.of());
            double steady = simulate(options.sample(), steadily, run, Set.of(), progress).seconds();
            said.add(String.format(Locale.ROOT, "slowed: %s; without this the run takes %.4g s", options.throttle().words(cluster),
                    steady));
        }
        SimulatedRun simulated = simulate(options.sample(), simulator(cluster, run, slowdowns), run, steps, progress);
        double predicted = new TimeModel(cluster, run.variant()).with(slowdowns).replay(run.n(), run.nb(), run.map(), false)
                .run(TimeModel.ideal(cluster, run.n(), run.nb())).seconds();
        SimulatedHpl result = SimulatedHpl.of(cluster, said, run, simulated, predicted, options.sample().isPresent());
        if (options.gantt().isPresent()) {
            WholeFile.write(options.gantt().get(), RunGantt.svg(cluster, run, simulated, result.title()));
        }
        return result;
    }

    private static RunSimulator simulator(Cluster cluster, HplRun run, List<Slowdown> slowdowns) {
        try {
            return new RunSimulator(cluster, run.variant(), slowdowns);
        } catch (IllegalArgumentException twoOfOneName) {
            throw new InputException(cluster.origin() + ": " + twoOfOneName.getMessage(), twoOfOneName);
        }
    }

    private static SimulatedRun simulate(OptionalInt sample, RunSimulator simulator, HplRun run, Set<Integer> steps,
            ProgressMonitor progress) {
        progress.begins("simulating", sample.isPresent() ? 0 : run.panels());
        if (sample.isPresent()) {
            return simulator.run(run.n(), run.nb(), run.map(), new Windows(sample.getAsInt(), FIRST_STEPS, COUNTED_STEPS));
        }
        return simulator.run(run.n(), run.nb(), run.map(), steps, progress::done);
    }

    /**
     * Returns the ranks: those of a cluster file, or equal ones on a topology.
     *
     * @param options the options for the run, among them the speed of equal ranks
     * @param source  the cluster file or the topology file
     * @param costs   what messages cost
     * @throws InputException when a file cannot be read, or a speed is given for ranks whose speed is known
     */
    public static FabricOption.Described ranks(HplRunOptions options, NetworkSource source, CostOptions costs) {
        Optional<Cluster> known = source.cluster();
        if (known.isEmpty()) {
            return FabricOption.alike(source.topology().orElseThrow(), options.speed().orElse(null), costs);
        }
        if (options.speed().isPresent()) {
            throw new InputException("--speed " + options.speed().get()
                    + ": the cluster file says how fast its ranks are, drop the option");
        }
        return new FabricOption.Described(known.get(), List.of(known.get().origin()));
    }
}
