package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.input.cluster.ClusterFileReader;
import hplhetero.results.format.Page;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CalibrationRemarksTest {
    private static final int NB = 192;

    @TempDir
    private Path folder;

    private static RankProfile rank(int rank, double gflops, double peak, double variation) {
        return new RankProfile(rank, "a", 1, UpdateCost.constant(gflops), PanelCost.constant(5), 1L << 30, new Peak(peak, "by hand"),
                variation);
    }

    private static Cluster cluster(RankProfile first, RankProfile second) {
        return new Cluster(List.of(first, second), new Network(Map.of(PairClass.SAME_HOST, new PairCost(1e-6, 1e-9)), List.of(0, 0),
                List.of(0, 0)), "measured now");
    }

    @Test
    void shouldHaveNothingToSayOfCalmRanks() {
        assertThat(CalibrationRemarks.of(cluster(rank(0, 40, 60, 0.02), rank(1, 20, 30, 0.1)), NB, List.of(1.0, 2.0))).isEmpty();
    }

    @Test
    void shouldSayWhichRanksVariedByHowMuchTheWorstFirst() {
        assertThat(CalibrationRemarks.of(cluster(rank(0, 40, 60, 0.12), rank(1, 20, 30, 0.34)), NB, List.of())).containsExactly(
                "rank 1 on a varied by 34 %, rank 0 on a varied by 12 % between repeats: "
                        + "ranks whose rates differ by less cannot be told apart");
    }

    @Test
    void shouldNameEqualRanksThatWereMeasuredUnlike() {
        assertThat(CalibrationRemarks.of(cluster(rank(0, 40, 60, 0.02), rank(1, 20, 60, 0.02)), NB, List.of()))
                .containsExactly("ranks 0 and 1 on a are equal, but their measured rates differ: "
                        + "another program ran beside one of them, measure again");
    }

    @Test
    void shouldSayThatASlowedRankWasMeasuredTheFaster() {
        assertThat(CalibrationRemarks.of(cluster(rank(0, 30, 30, 0.02), rank(1, 40, 60, 0.02)), NB, List.of(1.0, 2.0))).containsExactly(
                "rank 1 was slowed 2.0 times and rank 0 1.0 times, but rank 1 was measured as faster (40.0 and 30.0 GFLOPS): "
                        + "these speeds are wrong, measure again");
        assertThat(CalibrationRemarks.of(cluster(rank(0, 40, 60, 0.02), rank(1, 30, 30, 0.02)), NB, List.of(1.0, 2.0))).isEmpty();
    }

    @Test
    void shouldSayItToTheUserAndInTheFile() throws IOException {
        Cluster doubtful = cluster(rank(0, 40, 60, 0.34), rank(1, 20, 30, 0.02));
        Path file = folder.resolve("my.cluster");
        String said = said(() -> CalibrateCommand.tell(doubtful, NB, List.of(), Optional.of(file), Page.ENDLESS));
        assertThat(said).isEqualTo("hpl: warning: rank 0 on a varied by 34 % between repeats: "
                + "ranks whose rates differ by less cannot be told apart\n");
        assertThat(Files.readString(file).lines())
                .contains("# rank 0 on a varied by 34 % between repeats: ranks whose rates differ by less cannot be told apart");
        assertThat(ClusterFileReader.read(file)).isEqualTo(doubtful);
    }

    private interface Body {
        void run() throws IOException;
    }

    private static String said(Body body) throws IOException {
        PrintStream before = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            body.run();
        } finally {
            System.setErr(before);
        }
        return err.toString(StandardCharsets.UTF_8);
    }
}
