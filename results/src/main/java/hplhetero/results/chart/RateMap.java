package hplhetero.results.chart;

import hplhetero.results.chart.Svg.Caption;
import java.util.List;

/**
 * A picture of rates over time and over things such as hosts: a row for each, a cell for each run, as dark as the rate is away from the
 * usual one. Sizes are in pixels.
 */
public final class RateMap {
    private static final int FONT_SIZE = 11;
    private static final int ROW = 16;
    private static final int NAME_SIZE = 18;
    private static final int LEFT = 130;
    private static final int WIDTH = 860;
    private static final int RIGHT = 10;
    private static final int TOP = 8;
    private static final int BELOW = 46;
    /** The deviation from the usual rate, as a share, from which on cells do not become darker. */
    private static final double DARKEST = 0.15;

    /**
     * A run.
     *
     * @param from  when it began, in units of the x axis, &gt;= 0
     * @param to    when it ended
     * @param rate  its rate as a share of the usual one; NaN for a run that failed, which is drawn in the colour of bad things
     * @param title words that appear where the mouse points
     */
    public record Cell(double from, double to, double rate, String title) {
    }

    /**
     * The runs of a host.
     *
     * @param name  name at the left
     * @param bad   whether the row is marked
     * @param cells its runs, in any order
     */
    public record Row(String name, boolean bad, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    private RateMap() {
    }

    /**
     * Returns the picture as an SVG element to stand in an HTML page that has its own title.
     *
     * @param caption words for those who do not see the picture
     * @param xLabel  words below the x axis, with its unit
     * @param rows    rows from top to bottom
     */
    public static String inPage(Caption caption, String xLabel, List<Row> rows) {
        double most = rows.stream().flatMap(row -> row.cells().stream()).mapToDouble(Cell::to).max().orElse(1);
        Axis axis = Axis.upTo(most);
        int bottom = TOP + ROW * rows.size();
        int plot = WIDTH - LEFT - RIGHT;
        Svg svg = new Svg(WIDTH, bottom + BELOW, FONT_SIZE, caption);
        axis.ticks().forEach(tick -> {
            double x = LEFT + plot * axis.share(tick);
            svg.rule(x, TOP, x, bottom);
            svg.words(x, bottom + 14, "middle", axis.label(tick));
        });
        svg.words(LEFT + plot / 2.0, bottom + 34, "middle", xLabel);
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            int top = TOP + ROW * i;
            String mark = row.bad() ? "! " : "";
            svg.add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\"%s>%s</text>", LEFT - 6, top + ROW - 4, row.bad()
                    ? " font-weight=\"700\"" : "", Svg.escaped(mark + Svg.cut(row.name(), NAME_SIZE)));
            row.cells().forEach(cell -> cell(svg, cell, LEFT + plot * axis.share(cell.from()), LEFT + plot * axis.share(cell.to()), top));
        }
        return svg.close();
    }

    private static void cell(Svg svg, Cell cell, double left, double right, int top) {
        double away = cell.rate() - 1;
        String colour = Double.isNaN(away) ? svg.theme().colour("bad", "#a40e26") : away < 0 ? svg.theme().colour("loss", "#d55e00")
                : svg.theme().colour("computing", "#0072b2");
        double dark = Double.isNaN(away) ? 1 : Math.min(1, Math.abs(away) / DARKEST);
        svg.add("<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" fill-opacity=\"%.2f\" stroke=\"%s\" "
                + "stroke-width=\"0.5\"><title>%s</title></rect>", left, top + 1, Math.max(1, right - left), ROW - 2, colour, dark,
                svg.theme().colour("grid", "#dddddd"), Svg.escaped(cell.title()));
    }
}
