package hplhetero.results.chart;

import hplhetero.results.chart.Svg.Caption;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * An SVG picture of who did what when: a row for each of many, a bar for each activity, and words that appear where the mouse points. Times
 * that lie far apart are drawn in sections, one below the other, each with its own scale.
 */
public final class GanttChart {
    // sizes and places in pixels
    private static final int FONT_SIZE = 12;
    private static final int SMALL = 10;
    private static final int MARGIN = 20;
    private static final int LABEL_WIDTH = 118;
    private static final int FILE_WIDTH = 1080;
    private static final int PAGE_WIDTH = 700;
    private static final int PAGE_MARGIN = 4;
    private static final int ROW_HEIGHT = 13;
    private static final int BAR_HEIGHT = 11;
    private static final int FILE_HEAD = 84;
    private static final int PAGE_HEAD = 0;
    private static final int SECTION_HEAD = 44;
    private static final int AXIS_HEIGHT = 40;
    private static final int NOTE_HEIGHT = 17;
    private static final int LEGEND_BOX = 12;
    private static final int CHARACTER_WIDTH = 7;
    /** The least distance of two marks that both have a label, in pixels. */
    private static final int MARK_WIDTH = 26;
    private static final int MOST_TICKS = 10;
    /** The width to which narrower bars are widened, in pixels. */
    private static final double LEAST_WIDTH = 0.25;
    /** The shortest time that a section covers, in seconds. Rounded times of a short step may all be equal. */
    private static final double LEAST_SPAN = 1e-9;
    private static final double MILLI = 1e3;
    private static final double MICRO = 1e6;

    /**
     * One activity in one row.
     *
     * @param row   index of the row, from 0, the top one
     * @param begin begin in seconds
     * @param end   end in seconds, &gt; {@code begin}
     * @param kind  what is done
     * @param part  share of the bar's height, 0..1, that is drawn from below in the colour of {@code other}
     * @param other what the lower part of the bar stands for; not used where {@code part} is 0
     * @param title words that appear where the mouse points
     */
    public record Bar(int row, double begin, double end, Kind kind, double part, Kind other, String title) {
    }

    /**
     * A moment that is marked above the rows.
     *
     * @param time  the moment, in seconds
     * @param label words at the mark
     */
    public record Mark(double time, String label) {
    }

    /**
     * A stretch of time, drawn with its own scale.
     *
     * @param title title above the section
     * @param bars  activities in the section, at least one
     * @param marks moments that are marked
     * @param notes lines of text below the section
     */
    public record Section(String title, List<Bar> bars, List<Mark> marks, List<String> notes) {

        /**
         * Checks that the section has a bar.
         *
         * @throws IllegalArgumentException when there is no bar
         */
        public Section {
            bars = List.copyOf(bars);
            marks = List.copyOf(marks);
            notes = List.copyOf(notes);
            if (bars.isEmpty()) {
                throw new IllegalArgumentException("title=" + title + " bars=0: must be at least one");
            }
        }

        /** Returns when the first bar begins, in seconds. */
        double begin() {
            return bars.stream().mapToDouble(Bar::begin).min().orElseThrow();
        }

        /** Returns when the last bar ends, in seconds, but at least a least span after {@link #begin}. */
        double end() {
            return bars.stream().mapToDouble(Bar::end).reduce(begin() + LEAST_SPAN, Math::max);
        }
    }

    private final List<String> rows;
    private final Svg svg;
    private final int margin;
    private final int chartWidth;

    private GanttChart(List<String> rows, Svg svg, int margin, int chartWidth) {
        this.rows = rows;
        this.svg = svg;
        this.margin = margin;
        this.chartWidth = chartWidth;
    }

    /**
     * Returns the picture as the text of an SVG file of its own, with title and legend.
     *
     * @param title    title of the picture
     * @param subtitle line below the title
     * @param rows     words before each row
     * @param kinds    kinds of activity, in the order of the legend
     * @param sections stretches of time, from top to bottom
     */
    public static String svg(String title, String subtitle, List<String> rows, List<Kind> kinds, List<Section> sections) {
        Svg svg = new Svg(2 * MARGIN + LABEL_WIDTH + FILE_WIDTH, FILE_HEAD + height(sections, rows.size()) + MARGIN, FONT_SIZE);
        GanttChart chart = new GanttChart(rows, svg, MARGIN, FILE_WIDTH);
        chart.head(title, subtitle, kinds);
        chart.sections(sections, FILE_HEAD);
        return svg.close();
    }

    /**
     * Returns the picture as an SVG element to stand in an HTML page that has its own title and legend.
     *
     * @param caption  words for those who do not see the picture
     * @param rows     words before each row
     * @param sections stretches of time, from top to bottom
     */
    public static String inPage(Caption caption, List<String> rows, List<Section> sections) {
        Svg svg = new Svg(PAGE_MARGIN + LABEL_WIDTH + PAGE_WIDTH + MARGIN, PAGE_HEAD + height(sections, rows.size()), FONT_SIZE, caption);
        new GanttChart(rows, svg, PAGE_MARGIN, PAGE_WIDTH).sections(sections, PAGE_HEAD);
        return svg.close();
    }

    private static int height(List<Section> sections, int rows) {
        return sections.stream().mapToInt(section -> sectionHeight(section, rows)).sum();
    }

    private void sections(List<Section> sections, int head) {
        int top = head;
        for (Section section : sections) {
            section(section, top);
            top += sectionHeight(section, rows.size());
        }
    }

    private static int sectionHeight(Section section, int rows) {
        return SECTION_HEAD + rows * ROW_HEIGHT + AXIS_HEIGHT + section.notes.size() * NOTE_HEIGHT;
    }

    private void head(String title, String subtitle, List<Kind> kinds) {
        svg.add("<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>", Svg.WHITE);
        svg.add("<text x=\"%d\" y=\"28\" font-size=\"17\" font-weight=\"bold\">%s</text>", MARGIN, Svg.escaped(title));
        words(MARGIN, 47, FONT_SIZE, subtitle);
        int x = MARGIN;
        for (Kind kind : kinds) {
            svg.add("<rect x=\"%d\" y=\"60\" width=\"%d\" height=\"%d\" fill=\"%s\"/>", x, LEGEND_BOX, LEGEND_BOX, kind.color());
            words(x + LEGEND_BOX + 5, 71, FONT_SIZE, kind.name());
            x += LEGEND_BOX + 24 + CHARACTER_WIDTH * kind.name().length();
        }
    }

    private void section(Section section, int top) {
        double begin = section.begin();
        double scale = chartWidth / (section.end() - begin);
        int left = margin + LABEL_WIDTH;
        int rowsTop = top + SECTION_HEAD;
        int bottom = rowsTop + rows.size() * ROW_HEIGHT;
        svg.add("<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>", margin, top + 18, Svg.escaped(section.title));
        axis(section, left, rowsTop, bottom);
        for (int row = 0; row < rows.size(); row++) {
            svg.add("<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"end\">%s</text>", left - 6,
                    rowsTop + row * ROW_HEIGHT + BAR_HEIGHT - 1, SMALL, Svg.escaped(rows.get(row)));
        }
        for (Bar bar : section.bars) {
            bar(bar, left + (bar.begin - begin) * scale, rowsTop + bar.row * ROW_HEIGHT + 1, (bar.end - bar.begin) * scale);
        }
        marks(section, left, rowsTop, bottom);
        for (int i = 0; i < section.notes.size(); i++) {
            words(left, bottom + AXIS_HEIGHT + i * NOTE_HEIGHT, FONT_SIZE, section.notes.get(i));
        }
    }

    private void bar(Bar bar, double x, int y, double width) {
        double shown = Math.max(LEAST_WIDTH, width);
        svg.add("<g><title>%s</title><rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\"/>", Svg.escaped(bar.title), x, y,
                shown, BAR_HEIGHT, bar.kind.color());
        if (bar.part > 0) {
            double height = bar.part * BAR_HEIGHT;
            svg.add("<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>", x, y + BAR_HEIGHT - height, shown, height,
                    bar.other.color());
        }
        svg.add("</g>");
    }

    private void marks(Section section, int left, int top, int bottom) {
        double scale = chartWidth / (section.end() - section.begin());
        double labelled = Double.NEGATIVE_INFINITY;
        for (Mark mark : section.marks) {
            double x = left + (mark.time - section.begin()) * scale;
            svg.add("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"%s\" stroke-dasharray=\"2 3\"/>", x, top - 6, x,
                    bottom, svg.theme().colour("ink", "#000000"));
            if (x - labelled >= MARK_WIDTH) {
                svg.add("<text x=\"%.1f\" y=\"%d\" font-size=\"%d\">%s</text>", x + 3, top - 6, SMALL, Svg.escaped(mark.label));
                labelled = x;
            }
        }
    }

    /** Draws the axis of a section; its ticks count from the begin of the section. */
    private void axis(Section section, int left, int top, int bottom) {
        double span = section.end() - section.begin();
        double unit = span < 1e-3 ? MICRO : span < 1 ? MILLI : 1;
        String name = span < 1e-3 ? "us" : span < 1 ? "ms" : "s";
        double step = Axis.step(span * unit, MOST_TICKS);
        for (int i = 0; i * step <= span * unit * (1 + 1e-9); i++) {
            double x = left + chartWidth * i * step / (span * unit);
            svg.add("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"%s\"/>", x, top, x, bottom + 4,
                    svg.theme().colour("grid", "#d0d0d0"));
            svg.add("<text x=\"%.1f\" y=\"%d\" font-size=\"%d\" text-anchor=\"middle\">%s</text>", x, bottom + 15, SMALL, number(i * step));
        }
        svg.add("<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"end\">%s</text>", left - 6, bottom + 15, SMALL, name);
    }

    private static String number(double value) {
        return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
    }

    private void words(int x, int y, int size, String words) {
        svg.add("<text x=\"%d\" y=\"%d\" font-size=\"%d\">%s</text>", x, y, size, Svg.escaped(words));
    }
}
