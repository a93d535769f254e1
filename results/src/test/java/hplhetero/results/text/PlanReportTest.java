package hplhetero.results.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.plan.PlanChoice;
import hplhetero.hpl.plan.PlanRequest.Grid;
import hplhetero.results.Plans;
import hplhetero.results.format.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanReportTest {
    private final Cluster cluster = Plans.cluster(10, 10, 10, 5);
    private final PlanChoice choice = Plans.choice(cluster, 10_000, Optional.of(new Grid(1, 4)));
    private final Plan plan = choice.best();
    private final String report = PlanReport.of(cluster, choice, Page.ENDLESS);

    @Test
    void shouldSayWhatWasTakenAndWhy() {
        assertThat(report).startsWith("4 ranks: a test\n\nPlan: " + plan.kind() + ", N=10000 NB=64 P=");
        assertThat(choice.notes()).isNotEmpty().allSatisfy(note -> assertThat(report).contains("  - " + note + "\n"));
        assertThat(report).contains(String.format(Locale.ROOT, "predicted: %.4g s, %.4g GFLOPS", plan.prediction().seconds(),
                plan.prediction().gflops(10_000)));
    }

    @Test
    void shouldNameTheRunnerUpAndWhatIsGainedOverUniform() {
        assertThat(report).contains("Runner-up of " + choice.priced() + " plans: " + choice.runnerUp().orElseThrow().kind())
                .contains("\nUniform: cyclic, N=10000 NB=64 P=1 Q=4\n")
                .contains(String.format(Locale.ROOT, "the plan reaches %.2f times this rate", choice.gain()));
        assertThat(choice.gain()).isGreaterThan(1.3);
    }

    /** A plan that was simulated has two times, of which only the one that decided is told. */
    @Test
    void shouldTellOneTimeOfAPlanThatWasSimulated() {
        PlanChoice simulated = new PlanChoice(plan.takingInVirtualTime(64), choice.runnerUp().map(other -> other.takingInVirtualTime(80)),
                choice.uniform().map(other -> other.takingInVirtualTime(96)), List.of("a note"), 10);
        String text = PlanReport.of(cluster, simulated, Page.ENDLESS);
        assertThat(text).contains("  predicted: 64.00 s, 10.42 GFLOPS, by a run simulated in virtual time\n",
                "  predicted: 80.00 s, 8.335 GFLOPS, 80.0 % of the rate\n",
                "  predicted: 96.00 s, 6.946 GFLOPS; the plan reaches 1.50 times this rate\n",
                "Where the time goes, in shares of a replay of the run\n").containsPattern("(?m)^  sum +100.0 %$")
                .doesNotContain(String.format(Locale.ROOT, "%.4g", plan.prediction().seconds()), "seconds");
    }

    @Test
    void shouldListCausesThatSumToTheWhole() {
        double sum = 0;
        for (String cause : List.of("updates", "panels", "panel broadcast", "row swaps", "back substitution")) {
            sum += share(cause);
        }
        assertThat(sum).isCloseTo(100, within(0.3));
        assertThat(share("sum")).isEqualTo(100);
        assertThat(share("if no rank ever waited")).isBetween(80.0, 100.0);
    }

    private double share(String cause) {
        String line = report.lines().filter(l -> l.startsWith("  " + cause + " ")).findFirst().orElseThrow();
        String[] words = line.strip().split(" +");
        return Double.parseDouble(words[words.length - 2]);
    }

    @Test
    void shouldGiveEachRankItsShare() {
        double[] shares = PlanShares.of(plan).ofBlocks();
        assertThat(Arrays.stream(shares).sum()).isCloseTo(1, within(1e-9));
        assertThat(shares[3]).isCloseTo(1.0 / 7, within(0.02));
        for (int rank = 0; rank < 4; rank++) {
            assertThat(report).containsPattern("(?m)^ +" + rank + "  <node" + rank + "> .* " + String.format(Locale.ROOT, "%.2f",
                    100 * shares[rank])
                    + " %  #+$");
        }
    }

    @Test
    void shouldSayWhoIsLeftOut() {
        Cluster unlike = Plans.cluster(10, 10, 0.01);
        PlanChoice without = Plans.choice(unlike, 2000, Optional.empty());
        assertThat(without.best().map().ranks()).containsExactly(0, 1);
        assertThat(PlanReport.of(unlike, without, Page.ENDLESS)).containsPattern("(?m)^ +2  <node2> +0\\.01\\d*  left out$");
    }

    @Test
    void shouldDrawTheGridAndTheSequences() {
        assertThat(MapPicture.of(plan, Page.ENDLESS)).contains("157 block columns, first ").doesNotContain("block rows:");
        String last = sequence("last");
        for (int i = 0; i < last.length(); i++) {
            int column = plan.map().kappa().get(157 - last.length() + i);
            assertThat(last.substring(i, i + 1)).isEqualTo(MapPicture.letter(column));
        }
        Plan square = Plans.choice(cluster, 1000, Optional.of(new Grid(2, 2))).best();
        assertThat(MapPicture.of(square, Page.ENDLESS)).containsPattern("16 block columns: [a-z]{16}\n")
                .containsPattern("16 block rows: [1-9]{16}\n");
        for (List<Integer> row : square.map().owners()) {
            assertThat(MapPicture.of(square, Page.ENDLESS)).containsPattern("\\d +" + row.getFirst() + " .*" + row.getLast() + "\n");
        }
    }

    private String sequence(String which) {
        String line = MapPicture.of(plan, Page.ENDLESS).lines().filter(l -> l.contains(" " + which + " ")).findFirst().orElseThrow();
        return line.substring(line.lastIndexOf(' ') + 1);
    }

    @Test
    void shouldStayShortForManyRanks() {
        double[] speeds = new double[100];
        Arrays.setAll(speeds, i -> 1 + i % 3);
        Cluster large = Plans.cluster(speeds);
        String text = PlanReport.of(large, Plans.choice(large, 20_000, Optional.empty()), Page.ENDLESS);
        assertThat(text).contains("  ... and 36 more\n");
        assertThat(text.lines()).hasSizeLessThan(150);
    }
}
