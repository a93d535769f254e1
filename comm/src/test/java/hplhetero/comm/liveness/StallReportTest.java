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

    /** Of a network that is cut between two hosts, which a third still reaches. */
    @Test
    void shouldSayWhichRankWaitsForWhichInTheEnd() {
        List<StallReport.Rank> ranks = List.of(
                new StallReport.Rank(0, "a", "update 3: " + WaitDescription.receive(8, 1, 5)),
                new StallReport.Rank(1, "b", "update 3: " + WaitDescription.receive(8, 2, 5)),
                new StallReport.Rank(2, "c", "update 3: " + WaitDescription.send(8, 1, 5)));
        assertThat(StallReport.of(Duration.ofMinutes(1), ranks).lines().findFirst()).hasValue("no rank has advanced for 60 s, rank 1 on b "
                + "waits for rank 2 on c: look at the network between b and c, or choose a longer --stall-timeout SECONDS if the machine "
                + "is only slow");
        List<StallReport.Rank> computing = List.of(ranks.get(0), ranks.get(1), new StallReport.Rank(2, "b", "generating A: computes"));
        assertThat(StallReport.of(Duration.ofMinutes(1), computing)).startsWith("no rank has advanced for 60 s, rank 1 on b waits for "
                + "rank 2 on b: choose a longer");
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
