package hplhetero.results.chart;

import hplhetero.results.chart.Svg.Caption;
import java.util.List;
import java.util.Locale;

/** A picture of how the parts of a whole change with time: areas of shares on top of each other, from 0 to 100 %. */
public final class StackedArea {
    // sizes and places in pixels
    private static final int FONT_SIZE = 12;
    private static final int WIDTH = 480;
    private static final int LEFT = 52;
    private static final int TOP = 26;
    private static final int PLOT_WIDTH = 410;
    private static final int PLOT_HEIGHT = 180;
    private static final int AXIS_HEIGHT = 44;
    private static final double[] TICKS = {0, 0.25, 0.5, 0.75, 1};

    /**
     * The shares from one moment to another.
     *
     * @param begin  begin, on the x axis
     * @param end    end, on the x axis
     * @param shares share of each kind, in the order of the kinds, each &gt;= 0; they sum to at most 1
     */
    public record Slice(double begin, double end, List<Double> shares) {
        public Slice {
            shares = List.copyOf(shares);
        }
    }

    private StackedArea() {
    }

    /**
     * Returns the picture as an SVG element to stand in an HTML page.
     *
     * @param caption words for those who do not see the picture
     * @param xLabel  words below the x axis, with its unit
     * @param yLabel  words above the y axis
     * @param kinds   parts of the whole, from bottom to top
     * @param slices  ascending slices, at least one; the last one ends after 0
     */
    public static String inPage(Caption caption, String xLabel, String yLabel, List<Kind> kinds, List<Slice> slices) {
        Svg svg = new Svg(WIDTH, TOP + PLOT_HEIGHT + AXIS_HEIGHT, FONT_SIZE, caption);
        Axis axis = Axis.upTo(slices.getLast().end());
        double[] floor = new double[slices.size()];
        for (int kind = 0; kind < kinds.size(); kind++) {
            area(svg, axis, kinds.get(kind), kind, slices, floor);
        }
        axis.ticks().forEach(tick -> {
            svg.rule(x(axis, tick), TOP + PLOT_HEIGHT, x(axis, tick), TOP + PLOT_HEIGHT + 4);
            svg.words(x(axis, tick), TOP + PLOT_HEIGHT + 17, "middle", axis.label(tick));
        });
        for (double tick : TICKS) {
            svg.rule(LEFT - 4, y(tick), LEFT, y(tick));
            svg.words(LEFT - 8, y(tick) + 4, "end", String.format(Locale.ROOT, "%.0f %%", 100 * tick));
        }
        svg.words(LEFT + PLOT_WIDTH / 2.0, TOP + PLOT_HEIGHT + 36, "middle", xLabel);
        svg.words(4, 12, "start", yLabel);
        return svg.close();
    }

    /** Draws the area of one kind: along the tops from left to right, and back along the bottoms. */
    private static void area(Svg svg, Axis axis, Kind kind, int place, List<Slice> slices, double[] floor) {
        StringBuilder tops = new StringBuilder();
        StringBuilder bottoms = new StringBuilder();
        for (int i = 0; i < slices.size(); i++) {
            Slice slice = slices.get(i);
            double top = floor[i] + slice.shares().get(place);
            tops.append(String.format(Locale.ROOT, "%.1f,%.1f %.1f,%.1f ", x(axis, slice.begin()), y(top), x(axis, slice.end()), y(top)));
            bottoms.insert(0, String.format(Locale.ROOT, " %.1f,%.1f %.1f,%.1f", x(axis, slice.end()), y(floor[i]),
                    x(axis, slice.begin()), y(floor[i])));
            floor[i] = top;
        }
        svg.add("<polygon fill=\"%s\" points=\"%s\"><title>%s</title></polygon>", kind.color(), (tops.toString().strip()
                + bottoms), Svg.escaped(kind.name()));
    }

    private static double x(Axis axis, double value) {
        return LEFT + axis.share(value) * PLOT_WIDTH;
    }

    private static double y(double share) {
        return TOP + (1 - share) * PLOT_HEIGHT;
    }
}
