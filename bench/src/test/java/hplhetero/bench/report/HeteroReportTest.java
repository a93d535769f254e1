package hplhetero.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.bench.cluster.Curve;
import hplhetero.bench.cluster.EmulatedCluster;
import hplhetero.bench.cluster.Measurements;
import hplhetero.bench.cluster.Measurements.Rate;
import hplhetero.bench.cluster.SlowedJob;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

final class HeteroReportTest {
    private static final List<Curve> CURVES = List.of(Curve.WEIGHTED, Curve.UNIFORM, Curve.FAST, Curve.FAST_AMONG_BUSY, Curve.SINGLES,
            Curve.AT_ONCE, Curve.NETLIB);
    private final EmulatedCluster cluster = EmulatedCluster.parse("2,2,2,4");

    @TempDir
    private Path folder;

    @Test
    void shouldTellMediansAndRatiosWithinARound() throws IOException {
        String tables = report(measured()).tables();
        assertThat(tables).contains("### 3 + 1 at 2:1, 1 x 4", "| ours, weighted | 65.0 | - |",
                "| ours, sum of single ranks | 70.0 | - |",
                "| weighted / netlib HPL uniform | 1.50 | - |\n| weighted / uniform, both ours | 1.40 | - |\n",
                "| ours, weighted: warm-up before the clock | 3.8 s | - |", "| ours, uniform: warm-up before the clock | 2.5 s | - |",
                "| weighted / sum of single ranks | 0.93 | - |", "| weighted / sum of single ranks, all at once | 0.98 | - |",
                // (60 - 55) / 10 and (70 - 55) / 10
                "| of what the slow ranks could add, is added | 1.00 | - |",
                // (60 - 53) / 10 and (70 - 53) / 10
                "| the same, slow ones busy beside the fast | 1.20 | - |").doesNotContain("cells");
    }

    @Test
    void shouldDrawALineForEachCurveThatWasMeasured() throws Exception {
        Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(report(measured()).plot(cluster).getBytes(StandardCharsets.UTF_8)));
        assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(CURVES.size());
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(CURVES.size());
    }

    @Test
    void shouldWriteThePageWithItsPlots() throws IOException {
        report(measured()).write(folder, true, List.of(96, 128));
        assertThat(Files.readString(folder.resolve("hetero.md"))).contains("Best of NB 96, 128 each", "## 3 + 1 at 2:1, 1 x 4",
                "(hetero-2-2-2-4_1x4.svg)", "1PE:Multi-Process").doesNotContain("%s");
        assertThat(folder.resolve("hetero-2-2-2-4_1x4.svg")).exists();
        assertThat(folder.resolve("tables.md")).exists();
    }

    private HeteroReport report(Measurements measured) {
        return new HeteroReport(List.of(cluster), List.of(2000, 4000), CURVES, 2, "", measured);
    }

    private Measurements measured() throws IOException {
        Measurements measured = Measurements.open(folder.resolve("measurements.csv"));
        double[] weighted = {60, 70};
        double[] netlib = {40, 140.0 / 3};
        for (int round = 1; round <= 2; round++) {
            measured.add(Curve.WEIGHTED.jobs(cluster, "").getFirst(), 2000, round, new Rate(128, weighted[round - 1], 3.2 + 0.4 * round));
            measured.add(Curve.UNIFORM.jobs(cluster, "").getFirst(), 2000, round, new Rate(128, 45 + round, 2.5));
            measured.add(SlowedJob.atOnce(cluster), 2000, round, new Rate(128, weighted[round - 1] / 0.98, Double.NaN));
            measured.add(SlowedJob.netlib(cluster), 2000, round, new Rate(128, netlib[round - 1], Double.NaN));
            measured.add(SlowedJob.ours(cluster.fastOnes(), SlowedJob.CYCLIC), 2000, round, new Rate(128, 55, Double.NaN));
            measured.add(SlowedJob.fastAmongBusy(cluster), 2000, round, new Rate(128, 53, Double.NaN));
            measured.add(SlowedJob.single(SlowedJob.Program.OURS, 2), 2000, round, new Rate(128, 20, Double.NaN));
            measured.add(SlowedJob.single(SlowedJob.Program.OURS, 4), 2000, round, new Rate(128, 10, Double.NaN));
        }
        return measured;
    }
}
