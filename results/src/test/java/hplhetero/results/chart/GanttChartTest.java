package hplhetero.results.chart;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.results.chart.GanttChart.Bar;
import hplhetero.results.chart.GanttChart.Section;
import hplhetero.results.chart.Svg.Caption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GanttChartTest {
    /** A report rounds times to microseconds, so a step of a small test may begin and end at one time. */
    @Test
    @Timeout(300)
    void shouldDrawAStepThatTookNoTime() {
        Kind kind = new Kind("dgemm", "#56b4e9");
        Section section = new Section("Panel 5 of 5", List.of(new Bar(0, 0.002, 0.002, kind, 0, kind, "rank 0: dgemm, 0 ms")), List.of(),
                List.of());
        assertThat(GanttChart.inPage(new Caption("steps", "one"), List.of("0 a"), List.of(section))).contains("rank 0: dgemm, 0 ms")
                .doesNotContain("NaN", "Infinity");
    }
}
