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
 * The simulated times of all algorithms of a collective, as written to JSON.
 *
 * @param schema     version of the JSON, which grows when a field is removed or changes its meaning
 * @param placement  where the ranks sit, for people
 * @param ranks      number of ranks that take part
 * @param collective name of the collective
 * @param cost       cost of messages, in seconds
 * @param sizes      the times by size, in the order asked for
 */
public record SimulatedTimes(int schema, String placement, int ranks, String collective, NetworkCost cost, List<Size> sizes) {
    private static final int SCHEMA = 1;

    /**
     * The times for messages of one size.
     *
     * @param bytes      size of the collective's messages, in bytes
     * @param algorithms the algorithms, the fastest first
     */
    public record Size(long bytes, List<Entry> algorithms) {
    }

    /**
     * The times of an algorithm.
     *
     * @param algorithm        name of the algorithm
     * @param seconds          time until the last rank is done, in seconds
     * @param ratio            this time divided by that of the fastest algorithm
     * @param meanSeconds      mean over ranks of the time until a rank is done, in seconds
     * @param predictedSeconds time of all ranks in seconds by the cost model, which adds up the stages instead of simulating them
     * @param messages         number of messages sent
     * @param busiest          the link with the most bytes for its bandwidth; null where no message passes a link
     */
    public record Entry(String algorithm, double seconds, double ratio, double meanSeconds, double predictedSeconds, long messages,
                        Busiest busiest) {
    }

    /**
     * The link that needs the longest time for its bytes.
     *
     * @param id      number of the link, from 0
     * @param link    ends of the link
     * @param bytes   bytes that pass the link
     * @param seconds time that these bytes take at the link's bandwidth, in seconds
     */
    public record Busiest(int id, Link link, double bytes, double seconds) {
    }

    /** Simulates each algorithm of a question, for each size of messages. */
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

    /**
     * Returns the simulated times as text: a table for each size of messages.
     *
     * @param page the page that the tables are to fit
     */
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
