package hplhetero.run.net;

import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.Price;
import hplhetero.network.model.Pricer;
import hplhetero.network.schedule.Algorithm;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What all algorithms of a collective take on a placement, as it stands in JSON.
 *
 * @param schema     grows when a field is removed or means something else
 * @param placement  for people
 * @param ranks      that take part
 * @param collective its name
 * @param cost       of messages, seconds
 * @param sizes      in the order asked for
 */
public record AlgorithmPrices(int schema, String placement, int ranks, String collective, NetworkCost cost, List<Size> sizes) {
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
     * @param algorithm       its name
     * @param seconds         that it takes
     * @param ratio           of these to the fastest's
     * @param transferSeconds in which the most loaded links, or memories, are at work
     * @param meanLoad        of the most loaded link in the stages that load one: bytes / bandwidth in the fabric's units
     * @param limit           the link that limits; null where none is passed
     */
    public record Entry(String algorithm, double seconds, double ratio, double transferSeconds, double meanLoad, Price.Limit limit) {
    }

    static AlgorithmPrices of(Question question) {
        Pricer pricer = new Pricer(question.placement());
        List<Size> sizes = question.bytes().stream().map(each -> size(pricer, question, each)).toList();
        return new AlgorithmPrices(SCHEMA, question.placement().toString(), question.ranks(), question.collective().label(),
                question.cost(), sizes);
    }

    private static Size size(Pricer pricer, Question question, long bytes) {
        List<Entry> entries = new ArrayList<>();
        for (Algorithm algorithm : question.algorithms()) {
            Price price = pricer.price(question.cost(), question.traffic(algorithm, bytes));
            entries.add(new Entry(algorithm.label(), price.seconds(), 1, price.transferSeconds(), price.meanLoad(),
                    price.limit().orElse(null)));
        }
        double best = entries.stream().mapToDouble(Entry::seconds).min().orElseThrow();
        return new Size(bytes, entries.stream().sorted(Comparator.comparingDouble(Entry::seconds))
                .map(e -> new Entry(e.algorithm, e.seconds, best > 0 ? e.seconds / best : 1, e.transferSeconds, e.meanLoad, e.limit))
                .toList());
    }

    /** A table for each size. */
    String text(Page page) {
        StringBuilder text = new StringBuilder();
        for (Size size : sizes) {
            text.append(TableText.heading(collective, size.bytes));
            Table table = Table.of(Column.text("algorithm"), Column.number("seconds").wide(11), Column.number("ratio").wide(6),
                    Column.number("on links"), Column.text("most loaded link"));
            for (Entry entry : size.algorithms) {
                table.row(entry.algorithm, TableText.seconds(entry.seconds), TableText.ratio(entry.ratio),
                        TableText.share(entry.transferSeconds, entry.seconds),
                        TableText.link(entry.limit == null ? null : entry.limit.link()));
            }
            text.append(table.text(page, "  "));
        }
        return text.toString();
    }
}
