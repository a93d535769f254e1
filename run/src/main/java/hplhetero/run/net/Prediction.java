package hplhetero.run.net;

import hplhetero.comm.model.NetworkCost;
import hplhetero.comm.model.Price;
import hplhetero.comm.model.Pricer;
import hplhetero.comm.schedule.Algorithm;
import hplhetero.comm.topology.Placement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

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
public record Prediction(int schema, String placement, int ranks, String collective, NetworkCost cost, List<Size> sizes) {
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

    /** @param algorithms at least one that takes so many ranks */
    static Prediction of(Placement placement, NetworkCost cost, List<Algorithm> algorithms, List<Long> bytes) {
        Pricer pricer = new Pricer(placement);
        List<Size> sizes = bytes.stream().map(each -> size(pricer, placement, cost, algorithms, each)).toList();
        return new Prediction(SCHEMA, placement.toString(), placement.ranks(), algorithms.getFirst().collective().label(), cost, sizes);
    }

    private static Size size(Pricer pricer, Placement placement, NetworkCost cost, List<Algorithm> algorithms, long bytes) {
        List<Entry> entries = new ArrayList<>();
        for (Algorithm algorithm : algorithms) {
            Price price = pricer.price(cost, algorithm.traffic(placement.ranks(), bytes, 0));
            entries.add(new Entry(algorithm.label(), price.seconds(), 1, price.transferSeconds(), price.meanLoad(),
                    price.limit().orElse(null)));
        }
        double best = entries.stream().mapToDouble(Entry::seconds).min().orElseThrow();
        return new Size(bytes, entries.stream().sorted(Comparator.comparingDouble(Entry::seconds))
                .map(e -> new Entry(e.algorithm, e.seconds, best > 0 ? e.seconds / best : 1, e.transferSeconds, e.meanLoad, e.limit))
                .toList());
    }

    /** A table for each size. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Size size : sizes) {
            text.append(String.format(Locale.ROOT, "%n%s, %s%n", collective, bytes(size.bytes)));
            int width = Math.max("algorithm".length(), size.algorithms.stream().mapToInt(e -> e.algorithm.length()).max().orElse(0));
            String form = "  %-" + width + "s %12s %7s %9s   %s%n";
            text.append(String.format(Locale.ROOT, form, "algorithm", "seconds", "ratio", "on links", "most loaded link"));
            for (Entry entry : size.algorithms) {
                text.append(String.format(Locale.ROOT, form, entry.algorithm, String.format(Locale.ROOT, "%.4g", entry.seconds),
                        String.format(Locale.ROOT, "%.2f", entry.ratio), share(entry), link(entry)));
            }
        }
        return text.toString();
    }

    private static String share(Entry entry) {
        return entry.seconds > 0 ? Math.round(100 * entry.transferSeconds / entry.seconds) + " %" : "-";
    }

    private static String link(Entry entry) {
        return entry.limit == null ? "none" : entry.limit.link().from() + " -> " + entry.limit.link().to();
    }

    private static String bytes(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB"};
        int unit = 0;
        while (unit < 3 && bytes != 0 && bytes % (1L << 10 * (unit + 1)) == 0) {
            unit++;
        }
        return (bytes >> 10 * unit) + " " + units[unit];
    }
}
