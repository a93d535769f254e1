package hplhetero.comm.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StallReportTest {

    @Test
    void shouldGiveFewRanksALineEach() {
        String report = StallReport.of(Duration.ofMinutes(10), List.of(new StallReport.Rank(0, "a", "barrier: waits"),
                new StallReport.Rank(1, "b", "barrier: waits")));
        assertThat(report.lines()).containsExactly(
                "no rank has advanced for 600 s: choose a longer --stall-timeout SECONDS if the machine is only slow",
                "  rank 0 on a: barrier: waits", "  rank 1 on b: barrier: waits");
    }

    @Test
    void shouldGroupManyRanksByWhatTheySay() {
        List<StallReport.Rank> ranks = IntStream.range(0, 4_000)
                .mapToObj(r -> new StallReport.Rank(r, "node" + r / 8, r == 17 || r == 19 ? "computes" : "waits")).toList();
        assertThat(StallReport.of(Duration.ofMillis(1_500), ranks).lines().skip(1)).containsExactly(
                "  ranks 0-16,18,20-3999 on node0, node1, node2, node3 and 496 more: waits",
                "  ranks 17,19 on node2: computes");
    }

    @Test
    void shouldStayShortWhenAllSaySomethingElse() {
        List<StallReport.Rank> ranks = IntStream.range(0, 100).mapToObj(r -> new StallReport.Rank(r, "a", "waits for " + r)).toList();
        assertThat(StallReport.of(Duration.ofSeconds(1), ranks).lines()).hasSize(22).endsWith("  and 80 more rank(s)");
    }
}
