package hplhetero.results.chart;

import hplhetero.results.chart.Svg.Caption;
import java.util.List;
import java.util.Locale;

/**
 * A picture of how one amount becomes another: a bar for the first amount, one for each change that begins where the last one ended, and
 * one for what is left.
 */
public final class Waterfall {
    // sizes and places in pixels
    private static final int FONT_SIZE = 12;
    private static final int WIDTH = 480;
    private static final int TOP = 6;
    private static final int LABEL_WIDTH = 170;
    private static final int LABEL_SIZE = 24;
    private static final int VALUE_WIDTH = 112;
    private static final int ROW_HEIGHT = 24;
    private static final int BAR_HEIGHT = 16;
    private static final int GAP = 8;

    /**
     * One change of the amount.
     *
     * @param label  what changes the amount
     * @param change the change; below 0 where it takes away
     */
    public record Change(String label, double change) {
    }

    /**
     * The first amount of the picture, with its changes.
     *
     * @param label   words for the first amount
     * @param amount  the first amount, &gt; 0
     * @param changes changes, from top to bottom
     * @param end     words for what is left
     */
    public record Amounts(String label, double amount, List<Change> changes, String end) {
        public Amounts {
            changes = List.copyOf(changes);
        }

        /** Returns the amount that is left after all changes: the first amount and the sum of the changes. */
        public double left() {
            return amount + changes.stream().mapToDouble(Change::change).sum();
        }

        /** Returns the largest amount that occurs after any of the changes, or before them. */
        private double most() {
            double most = amount;
            double now = amount;
            for (Change each : changes) {
                now += each.change();
                most = Math.max(most, now);
            }
            return most;
        }
    }

    /**
     * The colours of the picture.
     *
     * @param whole colour of the first and the last bar
     * @param loss  colour of changes that take away
     * @param gain  colour of changes that add
     */
    public record Colours(Kind whole, Kind loss, Kind gain) {
    }

    private final Svg svg;
    private final double scale;
    private final double whole;
    private int top = TOP;

    private Waterfall(Svg svg, Amounts amounts) {
        this.svg = svg;
        whole = amounts.amount();
        scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / amounts.most();
    }

    /**
     * Returns the picture as an SVG element to stand in an HTML page. Percentages are shares of the first amount.
     *
     * @param caption words for those who do not see the picture
     * @param unit    unit of the amounts
     * @param amounts the first amount and its changes
     * @param colours colours of the bars
     */
    public static String inPage(Caption caption, String unit, Amounts amounts, Colours colours) {
        int height = TOP + (amounts.changes().size() + 2) * ROW_HEIGHT + TOP;
        Waterfall picture = new Waterfall(new Svg(WIDTH, height, FONT_SIZE, caption), amounts);
        double now = amounts.amount();
        picture.row(amounts.label(), 0, now, colours.whole(), String.format(Locale.ROOT, "%.4g %s", now, unit));
        for (Change each : amounts.changes()) {
            double next = now + each.change();
            picture.row(each.label(), Math.min(now, next), Math.max(now, next), each.change() < 0 ? colours.loss() : colours.gain(),
                    picture.words(each.change()));
            now = next;
        }
        picture.row(amounts.end(), 0, now, colours.whole(), String.format(Locale.ROOT, "%.4g (%.1f %%)", now, 100 * now / picture.whole));
        return picture.svg.close();
    }

    private String words(double change) {
        return String.format(Locale.ROOT, "%s%.3g (%.1f %%)", change < 0 ? "−" : "+", Math.abs(change), 100 * Math.abs(change) / whole);
    }

    private void row(String label, double from, double to, Kind kind, String value) {
        svg.words(LABEL_WIDTH - GAP, top + 16, "end", Svg.cut(label, LABEL_SIZE));
        svg.add("<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\"><title>%s</title></rect>", LABEL_WIDTH + from * scale,
                top + (ROW_HEIGHT - BAR_HEIGHT) / 2, Math.max(0.5, (to - from) * scale), BAR_HEIGHT, kind.color(),
                Svg.escaped(label + ": " + value));
        svg.words(WIDTH - 4, top + 16, "end", value);
        top += ROW_HEIGHT;
    }
}
