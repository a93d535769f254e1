package hplhetero.run.net.bench;

import hplhetero.comm.schedule.Algorithm;
import hplhetero.comm.schedule.Collective;
import hplhetero.comm.select.AgreedTime;
import hplhetero.comm.select.ChoiceKey;
import hplhetero.comm.select.Course;
import hplhetero.comm.select.Selection;
import hplhetero.comm.select.Selector;
import hplhetero.comm.select.SizeClass;
import hplhetero.comm.simulate.Simulation;
import hplhetero.comm.simulate.Simulator;
import hplhetero.comm.topology.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** In virtual time, where each call of an algorithm takes the same. */
final class VirtualBench {
    private final Ask ask;
    private final Placement placement;
    private final Simulator simulator;
    private final Selector selector;

    VirtualBench(Ask ask, Placement placement) {
        this.ask = ask;
        this.placement = placement;
        simulator = new Simulator(placement, ask.cost());
        selector = ask.selector(placement);
    }

    Selector selector() {
        return selector;
    }

    BenchReport report() {
        List<BenchReport.Part> parts = new ArrayList<>();
        for (Collective collective : ask.collectives()) {
            for (long bytes : ask.bytes()) {
                parts.add(part(collective, bytes));
            }
        }
        return new BenchReport(BenchReport.SCHEMA, placement.toString(), "virtual time", placement.ranks(), ask.calls(), parts);
    }

    private BenchReport.Part part(Collective collective, long bytes) {
        List<Algorithm> algorithms = selector.algorithms(collective);
        List<Simulation> runs = algorithms.stream().map(each -> simulator.run(each.traffic(placement.ranks(), bytes, 0))).toList();
        Selection selection = selector.selection(collective, bytes, 0);
        List<BenchReport.Single> singles = IntStream.range(0, runs.size()).mapToObj(i -> new BenchReport.Single(algorithms.get(i).label(),
                selection.candidates().get(i).predicted(), runs.get(i).seconds())).toList();
        AgreedTime agreed = AgreedTime.of(collective);
        Course course = Course.of(selection, ask.calls(), Course.Times.steady(
                runs.stream().mapToDouble(Simulation::seconds).toArray(),
                runs.stream().mapToDouble(run -> agreed.of(run.meanSeconds(), run.seconds())).toArray()));
        return new BenchReport.Part(collective.label(), bytes, singles, new BenchReport.Selected(course.seconds(), course.learningCalls(),
                course.learningSeconds(), selection.choice(new ChoiceKey(collective, "world", SizeClass.of(bytes)))));
    }
}
