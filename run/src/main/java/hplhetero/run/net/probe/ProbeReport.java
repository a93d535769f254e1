package hplhetero.run.net.probe;

import hplhetero.hpl.network.probe.PairSamples;
import hplhetero.hpl.network.probe.ProbeResult;
import hplhetero.hpl.network.probe.ProbeResult.Incast;
import hplhetero.hpl.network.probe.ProbeResult.Overheads;
import hplhetero.hpl.network.probe.ProbedNetwork;
import hplhetero.hpl.network.probe.ProbedNetwork.Kind;
import hplhetero.input.cluster.QuantityText;
import hplhetero.network.model.HockneyFit.Sample;
import hplhetero.network.model.LinkCost;
import hplhetero.results.format.ByteText;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a probe found, as written to JSON.
 *
 * @param schema      version of the JSON, which grows when a field is removed or changes its meaning
 * @param transport   what carried the messages
 * @param placement   where the ranks sit, for people
 * @param source      what told where they sit
 * @param assumptions what the source does not tell and was assumed
 * @param hosts       host of each rank, by rank
 * @param sites       number of each rank's site, by rank
 * @param kinds       kinds of pairs, whose pairs were measured one by one
 * @param pairs       all pairs, those of a round measured at once; empty where this was not asked for
 * @param overheads   what messages take of a rank's own time; null with one rank
 * @param incasts     timings of many ranks that send to one
 * @param network     cost of a message between nodes; null where no such message was measured
 * @param sameHost    cost of a message within a node; null where no such message was measured
 * @param manyToOne   share lost where many ranks send to one; null where it was not measured between nodes
 * @param options     options for {@code hpl net predict}
 */
public record ProbeReport(int schema, String transport, String placement, String source, List<String> assumptions, List<String> hosts,
                          List<Integer> sites, List<KindEntry> kinds, List<PairEntry> pairs, Overheads overheads, List<Incast> incasts,
                          LinkCost network, LinkCost sameHost, Double manyToOne, List<String> options) {
    private static final int SCHEMA = 1;
    private static final double PERCENT = 100;

    /**
     * The measurements of pairs of ranks that are equally far from each other in the network.
     *
     * @param kind           name of the kind of pairs, for people, such as {@code same host} or {@code 4 links}
     * @param hops           number of links between the ranks of a pair; 0 where both are on one node
     * @param latency        latency fitted to the median time of each message size, in seconds
     * @param secondsPerByte seconds a byte, fitted likewise
     * @param error          root of the mean square of (fit / measured - 1)
     * @param sizes          the measured time of each message size beside the fitted one, ascending by size
     * @param pairs          the pairs of the kind that were measured
     */
    public record KindEntry(String kind, int hops, double latency, double secondsPerByte, double error, List<SizeEntry> sizes,
                            List<PairEntry> pairs) {

        static KindEntry of(Kind kind) {
            return new KindEntry(kind.title(), kind.hops(), kind.cost().latency(), kind.cost().secondsPerByte(), kind.error(),
                    kind.times().stream().map(time -> new SizeEntry(time.bytes(), time.seconds(), kind.cost().seconds(time.bytes(), 0)))
                            .toList(),
                    kind.pairs().stream().map(pair -> PairEntry.of(pair, kind.hops() > 0)).toList());
        }
    }

    /**
     * The time of messages of one size between pairs of one kind.
     *
     * @param bytes   length of a message
     * @param seconds median over the measured pairs, in seconds
     * @param fitted  what the fitted latency and bandwidth say, in seconds
     */
    public record SizeEntry(double bytes, double seconds, double fitted) {
    }

    /**
     * The measurements of a pair of ranks.
     *
     * @param a              the rank that measured
     * @param b              its partner
     * @param latency        latency fitted to the samples, in seconds
     * @param secondsPerByte seconds a byte, fitted to the samples
     * @param error          root of the mean square of (fit / measured - 1)
     * @param samples        times of half round trips, by size of messages
     */
    public record PairEntry(int a, int b, double latency, double secondsPerByte, double error, List<Sample> samples) {

        /**
         * Fits latency and time a byte to the samples of a pair.
         *
         * @param timing  the samples of the pair
         * @param network whether the ranks are on different nodes
         */
        static PairEntry of(PairSamples timing, boolean network) {
            LinkCost fit = timing.fit(network);
            return new PairEntry(timing.a(), timing.b(), fit.latency(), fit.secondsPerByte(), timing.error(fit), timing.samples());
        }
    }

    /**
     * Returns the report of a probe.
     *
     * @param result    what was measured
     * @param network   the network that the measurements show
     * @param transport what carried the messages
     */
    static ProbeReport of(ProbeResult result, ProbedNetwork network, String transport) {
        List<KindEntry> kinds = network.kinds().stream().map(KindEntry::of).toList();
        List<PairEntry> pairs = result.together().stream()
                .map(pair -> PairEntry.of(pair, !network.found().placement().together(pair.a(), pair.b()))).toList();
        return new ProbeReport(SCHEMA, transport, network.found().placement().toString(), network.found().source(),
                network.found().assumptions(), result.hosts(), result.siteOf(), kinds, pairs, result.overheads().orElse(null),
                result.incasts(), network.network().orElse(null), network.sameHost().orElse(null),
                network.manyToOne().isPresent() ? network.manyToOne().getAsDouble() : null, options(network));
    }

    private static List<String> options(ProbedNetwork network) {
        List<String> options = new ArrayList<>();
        network.network().ifPresent(cost -> options.addAll(List.of("--latency", QuantityText.time(cost.latency()), "--bandwidth",
                rate(cost.secondsPerByte()), "--send-overhead", QuantityText.time(cost.sendOverhead()), "--receive-overhead",
                QuantityText.time(cost.receiveOverhead()), "--hop-latency", QuantityText.time(cost.hopLatency()))));
        network.manyToOne().ifPresent(lost -> options.addAll(List.of("--many-to-one", String.format(Locale.ROOT, "%.2f", lost))));
        network.sameHost().ifPresent(cost -> options.addAll(List.of("--host-latency", QuantityText.time(cost.latency()),
                "--host-bandwidth", rate(cost.secondsPerByte()))));
        return options;
    }

    private static String rate(double secondsPerByte) {
        return QuantityText.rate(1 / secondsPerByte);
    }

    /**
     * Returns tables of kinds and pairs as text, and the options for {@code hpl net predict} to be copied.
     *
     * @param page the page that the tables are to fit
     */
    String text(Page page) {
        StringBuilder text = new StringBuilder();
        text.append("Transport: ").append(transport).append('\n');
        text.append("Topology: ").append(placement).append(", ").append(source).append('\n');
        assumptions.forEach(each -> text.append("Assumed: ").append(each).append('\n'));
        StringBuilder tables = new StringBuilder();
        if (!kinds.isEmpty()) {
            Table table = Table.of(Column.text("kind").wide(12), Column.number("pairs"), Column.number("latency").wide(9),
                    Column.number("bandwidth").wide(11), Column.number("fit error"));
            kinds.forEach(kind -> table.row(kind.kind, kind.pairs.size(), QuantityText.time(kind.latency), rate(kind.secondsPerByte),
                    percent(kind.error)));
            tables.append('\n').append(table.text(page, "  "));
            sizeTable(tables, page);
        }
        pairTable(tables, page);
        return page.fold(text.toString()) + tables + page.fold(belowTables());
    }

    /** Returns the text below the tables. */
    private String belowTables() {
        StringBuilder text = new StringBuilder();
        text.append('\n');
        if (overheads != null) {
            text.append("A rank's own time for a message: ").append(QuantityText.time(overheads.send())).append(" to send, ")
                    .append(QuantityText.time(overheads.receive())).append(" to receive (rank ").append(overheads.a())
                    .append(" with ").append(overheads.b()).append(")\n");
        }
        if (!incasts.isEmpty()) {
            text.append("Sent to rank 0 at once, ").append(ByteText.of(incasts.getFirst().bytes())).append(" each: ")
                    .append(incasts.stream().map(i -> i.senders() + (i.senders() == 1 ? " sender " : " senders ")
                            + QuantityText.time(i.seconds())).collect(Collectors.joining(", "))).append('\n');
        }
        if (network == null) {
            text.append("All ranks are on one host: no network was measured.\n");
        }
        if (!options.isEmpty()) {
            text.append("For hpl net predict: ").append(String.join(" ", options)).append('\n');
        }
        return text.toString();
    }

    /** Writes what messages of each size took beside the fitted line: one latency and one bandwidth do not hold for all sizes. */
    private void sizeTable(StringBuilder text, Page page) {
        Table table = Table.of(Column.text("kind").wide(12), Column.number("message").wide(9), Column.number("measured").wide(11),
                Column.number("fitted").wide(11), Column.number("misfit"));
        for (KindEntry kind : kinds) {
            for (SizeEntry size : kind.sizes) {
                table.row(kind.kind, ByteText.of(size.bytes), QuantityText.time(size.seconds), QuantityText.time(size.fitted),
                        String.format(Locale.ROOT, "%+d %%", Math.round(PERCENT * (size.fitted / size.seconds - 1))));
            }
        }
        text.append('\n').append(table.text(page, "  "));
    }

    private void pairTable(StringBuilder text, Page page) {
        if (pairs.isEmpty()) {
            return;
        }
        Table table = Table.of(Column.text("pair").wide(18), Column.number("latency").wide(9), Column.number("bandwidth").wide(11),
                Column.number("fit error"), Column.text("hosts"));
        for (PairEntry pair : pairs) {
            String where = hosts.get(pair.a).equals(hosts.get(pair.b)) ? hosts.get(pair.a) : hosts.get(pair.a) + ", " + hosts.get(pair.b);
            table.row(pair.a + "-" + pair.b, QuantityText.time(pair.latency), rate(pair.secondsPerByte), percent(pair.error), where);
        }
        text.append('\n').append(table.text(page, "  "));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", PERCENT * share);
    }
}
