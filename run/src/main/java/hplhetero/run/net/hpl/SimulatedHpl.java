package hplhetero.run.net.hpl;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.network.ClusterNetwork;
import hplhetero.hpl.simulate.RankTime;
import hplhetero.hpl.simulate.SimulatedRun;
import hplhetero.network.topology.Link;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The result of a simulated run, as written to JSON.
 *
 * @param schema           version of the JSON, which grows when a field is removed or changes its meaning
 * @param said             lines on the ranks and their messages, for people
 * @param n                order of the matrix
 * @param nb               blocking factor
 * @param map              the map, for people
 * @param broadcast        netlib's word for the broadcast
 * @param swap             the row swap
 * @param depth            look-ahead depth
 * @param sampled          whether only some steps were simulated
 * @param seconds          time of the run, in seconds
 * @param gflops           rate of the run, in GFLOPS
 * @param solveSeconds     part of the time that back substitution takes, in seconds; priced, not simulated
 * @param predictedSeconds time of the run by the time model's replay, in seconds
 * @param messages         number of messages that were simulated
 * @param ranks            where the time of each rank went, in seconds, by rank
 * @param links            the busiest links
 * @param stepSeconds      time of each step, in seconds, mean over ranks; 0 for steps that were not simulated
 */
public record SimulatedHpl(int schema, List<String> said, int n, int nb, String map, String broadcast, String swap, int depth,
                           boolean sampled, double seconds, double gflops, double solveSeconds, double predictedSeconds, long messages,
                           List<RankTime> ranks, List<BusyLink> links, double[] stepSeconds) {
    private static final int SCHEMA = 1;
    private static final int BUSIEST = 5;
    private static final double PERCENT = 100;

    /**
     * A link that many bytes pass.
     *
     * @param id    number of the link
     * @param link  ends of the link
     * @param bytes bytes that pass the link
     * @param busy  share of the run's time in which these bytes would flow at the link's full bandwidth
     */
    public record BusyLink(int id, Link link, double bytes, double busy) {
    }

    /**
     * Returns the result of a simulation.
     *
     * @param cluster   the ranks and links
     * @param said      lines on the ranks and their messages, for people
     * @param run       the run that was simulated
     * @param simulated what the simulation found
     * @param predicted time of the run by the time model's replay, in seconds
     * @param sampled   whether only some steps were simulated
     */
    static SimulatedHpl of(Cluster cluster, List<String> said, HplRun run, SimulatedRun simulated, double predicted, boolean sampled) {
        double perByte = ClusterNetwork.of(cluster).network().map(cost -> cost.secondsPerByte()).orElse(0.0);
        List<BusyLink> links = simulated.busiestLinks(BUSIEST).stream().map(id -> new BusyLink(id, simulated.fabric().link(id),
                simulated.bytes()[id], simulated.load(id) * perByte / simulated.seconds())).toList();
        return new SimulatedHpl(SCHEMA, said, run.n(), run.nb(), run.words(), run.variant().broadcast().hplName(),
                run.variant().swap().name().toLowerCase(Locale.ROOT).replace('_', ' '), run.variant().depth(), sampled, simulated.seconds(),
                simulated.gflops(), simulated.solveSeconds(), predicted, simulated.messages(), simulated.ranks(), links,
                simulated.stepSeconds());
    }

    /** Returns N, NB, map and algorithm of the run in one line. */
    String title() {
        return "N=" + n + " NB=" + nb + ", " + map + ", " + broadcast + ", swap " + swap + ", depth " + depth;
    }

    /**
     * Returns the result as text for people: the run, its time, where the time of ranks went, and the busiest links.
     *
     * @param page width of a line, and whether names too long for it are shown in full
     */
    public String text(Page page) {
        StringBuilder text = new StringBuilder();
        said.forEach(line -> text.append(line).append('\n'));
        text.append('\n').append(title()).append('\n');
        line(text, "simulated", "%.4g s, %.4g GFLOPS; %.3g s of it are back substitution, which is priced", seconds, gflops,
                solveSeconds);
        line(text, "predicted", "%.4g s by the time model's replay, %+.1f %%", predictedSeconds,
                PERCENT * (predictedSeconds / seconds - 1));
        line(text, "messages", "%,d simulated%s", messages,
                sampled ? ", of some steps: the figures below are scaled up from these steps" : "");
        Table times = Table.of(Column.text("a rank's thread").wide(26), Column.number("mean, s").wide(11), Column.number("share").wide(7),
                Column.text("most, s"));
        time(times, "updates", RankTime::update);
        time(times, "factors panels", RankTime::panel);
        time(times, "waits for pivots", RankTime::pivots);
        time(times, "waits for rows", RankTime::rows);
        time(times, "waits for panels", RankTime::panels);
        time(times, "is done before the last", RankTime::after);
        Table busiest = Table.of(Column.text("busiest links").wide(26), Column.number("GB").wide(11), Column.number("busy").wide(7));
        links.forEach(link -> busiest.row(link.link.from() + " -> " + link.link.to(), number("%.4g", link.bytes * 1e-9),
                number("%.0f %%", PERCENT * link.busy)));
        return page.fold(text.toString()) + "\n" + times.text(page, "") + "\n" + busiest.text(page, "");
    }

    private static void line(StringBuilder text, String what, String format, Object... values) {
        text.append(String.format(Locale.ROOT, "  %-10s %s%n", what, String.format(Locale.ROOT, format, values)));
    }

    private void time(Table table, String what, ToDoubleFunction<RankTime> of) {
        double mean = ranks.stream().mapToDouble(of).average().orElse(0);
        RankTime most = ranks.stream().max((a, b) -> Double.compare(of.applyAsDouble(a), of.applyAsDouble(b))).orElseThrow();
        table.row(what, number("%.4g", mean), number("%.1f %%", PERCENT * mean / seconds),
                number("%.4g", of.applyAsDouble(most)) + " on rank " + most.rank());
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
