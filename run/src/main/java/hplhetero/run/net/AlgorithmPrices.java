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
 * The predicted times of all algorithms of a collective on a placement, as written to JSON.
 *
 * @param schema     version of the JSON, which grows when a field is removed or changes its meaning
 * @param placement  where the ranks sit, for people
 * @param ranks      number of ranks that take part
 * @param collective name of the collective
 * @param cost       cost of messages, in seconds
 * @param sizes      the predictions by size, in the order asked for
 */
public record AlgorithmPrices(int schema, String placement, int ranks, String collective, NetworkCost cost, List<Size> sizes) {
    private static final int SCHEMA = 1;

    /**
     * The predictions for messages of one size.
     *
     * @param bytes      size of the collective's messages, in bytes
     * @param algorithms the algorithms, the fastest first
     */
    public record Size(long bytes, List<Entry> algorithms) {
    }

    /**
     * The prediction for an algorithm. An algorithm sends its messages in stages: a rank begins a stage when its own part of the earlier
     * stages is done.
     *
     * @param algorithm       name of the algorithm
     * @param seconds         predicted time in seconds
     * @param ratio           this time divided by that of the fastest algorithm, &gt;= 1
     * @param transferSeconds seconds of this time in which the most loaded links, or memories, are at work
     * @param meanLoad        bytes that pass the most loaded link of a stage / bandwidth of this link relative to the base bandwidth of the
     *                        network, as a mean over the stages in which bytes pass a link; 0 where there are none
     * @param limit           the link that limits the algorithm: the one with the greatest sum of loads over the stages in which it is the
     *                        most loaded link; null where no bytes pass a link
     */
    public record Entry(String algorithm, double seconds, double ratio, double transferSeconds, double meanLoad, Price.Limit limit) {
    }

    /** Predicts the time of each algorithm of a question, for each size of messages. */
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

    /**
     * Returns the predictions as text: a table for each size of messages.
     *
     * @param page the page that the tables are to fit
     */
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
