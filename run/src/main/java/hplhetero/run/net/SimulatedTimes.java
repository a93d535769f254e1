package hplhetero.run.net;

import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.Pricer;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.simulate.Simulation;
import hplhetero.network.simulate.Simulator;
import hplhetero.network.topology.Link;
import hplhetero.network.topology.Placement;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * When ranks are done with each algorithm of a collective, as it stands in JSON.
 *
 * @param schema     grows when a field is removed or means something else
 * @param placement  for people
 * @param ranks      that take part
 * @param collective its name
 * @param cost       of messages, seconds
 * @param sizes      in the order asked for
 */
public record SimulatedTimes(int schema, String placement, int ranks, String collective, NetworkCost cost, List<Size> sizes) {
    private static final int SCHEMA = 1;

    /**
     * Messages of one size.
     *
     * @param bytes      of the collective
     * @param algorithms the fastest first
     */
    public record Size(long bytes, List<Entry> algorithms) {
    }

    /**
     * An algorithm.
     *
     * @param algorithm        its name
     * @param seconds          until the last rank is done
     * @param ratio            of these to the fastest's
     * @param meanSeconds      until a rank is done
     * @param predictedSeconds as a price has it, for all ranks
     * @param messages         that are sent
     * @param busiest          the link with the greatest load; null where none is passed
     */
    public record Entry(String algorithm, double seconds, double ratio, double meanSeconds, double predictedSeconds, long messages,
                        Busiest busiest) {
    }

    /**
     * The link that most passes.
     *
     * @param id      its number
     * @param link    its ends
     * @param bytes   that pass it
     * @param seconds that these take at its bandwidth
     */
    public record Busiest(int id, Link link, double bytes, double seconds) {
    }

    static SimulatedTimes of(Question question) {
        Simulator simulator = new Simulator(question.placement(), question.cost());
        Pricer pricer = new Pricer(question.placement());
        List<Size> sizes = question.bytes().stream().map(each -> size(simulator, pricer, question, each)).toList();
        return new SimulatedTimes(SCHEMA, question.placement().toString(), question.ranks(), question.collective().label(), question.cost(),
                sizes);
    }

    private static Size size(Simulator simulator, Pricer pricer, Question question, long bytes) {
        List<Entry> entries = new ArrayList<>();
        for (Algorithm algorithm : question.algorithms()) {
            Traffic traffic = question.traffic(algorithm, bytes);
            Simulation simulation = simulator.run(traffic);
            entries.add(new Entry(algorithm.label(), simulation.seconds(), 1, simulation.meanSeconds(),
                    pricer.price(question.cost(), traffic).seconds(), simulation.messages(), busiest(question, simulation)));
        }
        double best = entries.stream().mapToDouble(Entry::seconds).min().orElseThrow();
        return new Size(bytes, entries.stream().sorted(Comparator.comparingDouble(Entry::seconds))
                .map(e -> new Entry(e.algorithm, e.seconds, best > 0 ? e.seconds / best : 1, e.meanSeconds, e.predictedSeconds, e.messages,
                        e.busiest)).toList());
    }

    private static Busiest busiest(Question question, Simulation simulation) {
        Placement placement = question.placement();
        return simulation.busiestLink().stream().mapToObj(id -> new Busiest(id, placement.fabric().link(id), simulation.bytes(id),
                simulation.load(id) * question.cost().network().secondsPerByte())).findFirst().orElse(null);
    }

    /** A table for each size. */
    String text(Page page) {
        StringBuilder text = new StringBuilder();
        for (Size size : sizes) {
            text.append(TableText.heading(collective, size.bytes));
            Table table = Table.of(Column.text("algorithm"), Column.number("seconds").wide(11), Column.number("ratio").wide(6),
                    Column.number("predicted").wide(11), Column.number("busy").wide(5), Column.text("busiest link"));
            for (Entry entry : size.algorithms) {
                table.row(entry.algorithm, TableText.seconds(entry.seconds), TableText.ratio(entry.ratio),
                        TableText.seconds(entry.predictedSeconds),
                        TableText.share(entry.busiest == null ? 0 : entry.busiest.seconds, entry.seconds),
                        TableText.link(entry.busiest == null ? null : entry.busiest.link));
            }
            text.append(table.text(page, "  "));
        }
        return text.toString();
    }
}
