package hplhetero.results.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.results.chart.LineChart.Background;
import hplhetero.results.chart.LineChart.Band;
import hplhetero.results.chart.LineChart.Line;
import hplhetero.results.chart.LineChart.Mark;
import hplhetero.results.chart.LineChart.Point;
import hplhetero.results.chart.Svg.Caption;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class LineChartTest {
    @Test
    void shouldTakeRoundStepsOfItsAxes() {
        assertThat(Axis.step(10_000, 6)).isEqualTo(2000);
        assertThat(Axis.step(70, 6)).isEqualTo(20);
        assertThat(Axis.step(6, 6)).isEqualTo(1);
    }

    @Test
    void shouldEndItsAxesAtATickThatHoldsEveryPoint() {
        assertThat(Axis.to(70).ticks()).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0);
        assertThat(Axis.to(60).ticks()).containsExactly(0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0);
        assertThat(Axis.to(0).ticks()).containsExactly(0.0, 1.0);
        assertThat(Axis.upTo(0).ticks()).containsExactly(0.0, 1.0);
        assertThat(Axis.to(1).label(0.30000000000000004)).isEqualTo("0.3");
    }

    @Test
    void shouldEndLogarithmicAxesAtPowers() {
        Axis decades = Axis.over(Axis.Scale.DECADES, new double[] {0.3, 42});
        assertThat(decades.ticks()).containsExactly(0.1, 1.0, 10.0, 100.0);
        assertThat(decades.share(1)).isCloseTo(1 / 3.0, within(1e-12));
        Axis bytes = Axis.over(Axis.Scale.BYTES, new double[] {64, 1 << 20});
        assertThat(bytes.ticks().mapToObj(bytes::label)).startsWith("64", "256", "1 Ki").endsWith("1 Mi");
        assertThat(Axis.over(Axis.Scale.DECADES, new double[] {10, 10}).ticks()).containsExactly(10.0, 100.0);
    }

    @Test
    void shouldCountDatesInDaysOrHours() {
        double noon = Instant.parse("2026-11-20T12:00:00Z").getEpochSecond();
        Axis days = Axis.over(Axis.Scale.DATES, new double[] {noon, noon + 6 * 86_400});
        assertThat(days.ticks().mapToObj(days::label)).containsExactly("2026-11-19", "11-21", "11-23", "11-25", "11-27");
        assertThat(days.share(noon)).isCloseTo(1.5 / 8, within(1e-12));
        Axis hours = Axis.over(Axis.Scale.DATES, new double[] {noon, noon + 3 * 3600});
        assertThat(hours.ticks().mapToObj(hours::label)).containsExactly("11-20 12:00", "13:00", "14:00", "15:00");
        Axis one = Axis.over(Axis.Scale.DATES, new double[] {noon});
        assertThat(one.share(noon)).isZero();
        Axis years = Axis.over(Axis.Scale.DATES, new double[] {noon - 40.0 * 365 * 86_400, noon});
        assertThat(years.ticks().mapToObj(years::label)).hasSizeBetween(4, 7).allMatch(label -> label.matches("\\d{4}-\\d{2}"));
    }

    @Test
    void shouldDrawAPageInColoursThatItsStyleSheetMayReplace() {
        String svg = LineChart.inPage(new Caption("a < b", "c & d"), "N", "GFLOPS", List.of(new Line("one",
                Theme.PAGE.colour("c0", "#0072b2"), false, List.of(new Point(0, 0), new Point(30, 60, "here")))));
        assertThat(svg).contains("var(--c0,#0072b2)", "var(--grid,#dddddd)", "<title>a &lt; b</title>", "<desc>c &amp; d</desc>",
                "<title>here</title>").containsOnlyOnce("<circle").doesNotContain("width=\"100%\"");
    }

    /** The axes hold what is behind the lines too, and lines come last. */
    @Test
    void shouldDrawBandsAndMarksBehindItsLines() {
        String svg = LineChart.inPage(new Caption("a", "b"), "N", "GFLOPS", List.of(new Line("one", "#112233", false, List.of(
                new Point(10, 10)))), new Background(List.of(new Band("#445566", "#778899", List.of(new Point(0, 0), new Point(10, 20)),
                        List.of(new Point(0, 30), new Point(10, 60)))), List.of(new Mark(20, "#aabbcc", "x < y"))));
        // 60 at the top of 190 pixels, and 20 at the right edge
        assertThat(svg).containsPattern("polygon fill=\"#445566\" stroke=\"#778899\" stroke-width=\"1\" points=\"52.0,123.0 [0-9.]+,28.0 "
                + "[0-9.]+,154.7 52.0,218.0\"").contains("<title>x &lt; y</title></line>").containsSubsequence("<polygon", "#aabbcc",
                "<polyline");
    }

    @Test
    void shouldDrawEveryPointWhereItsAxesSay() throws Exception {
        Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(
                LineChart.svg("a < b & c > d", "N", "GFLOPS", List.of(new Line("full", "#1f5fbf", false, List.of(new Point(0, 0),
                        new Point(30, 60))), new Line("dashed", "#bf3f1f", true, List.of(new Point(60, 30))))).getBytes(
                                StandardCharsets.UTF_8)));
        assertThat(svg.getDocumentElement().getTextContent()).contains("a < b & c > d", "full", "dashed");
        assertThat(svg.getElementsByTagName("polyline").item(0).getAttributes().getNamedItem("points").getNodeValue())
                .isEqualTo("60.0,400.0 310.0,40.0");
        assertThat(svg.getElementsByTagName("polyline").item(1).getAttributes().getNamedItem("stroke-dasharray")).isNotNull();
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(3);
    }
}
