package hplhetero.run.job;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.calibrate.Calibration;
import hplhetero.hpl.calibrate.Effort;
import hplhetero.hpl.calibrate.MeasurementRepeats;
import hplhetero.hpl.calibrate.MeasuringTime;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.run.job.CalibrationCache.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CalibrationCacheTest {
    private static final List<String> HOSTS = List.of("a", "b");
    private static final Map<String, String> SETTINGS = Map.of("workers", "1", "nb", "[192]");

    private static MeasuringTime thorough(double seconds) {
        return MeasuringTime.thorough(seconds, MeasurementRepeats.BRIEF);
    }

    @TempDir
    private Path folder;

    private static RankProfile rank(int rank, String host) {
        return new RankProfile(rank, host, 1, new UpdateCost(1e-5, 1e-9, 1 / 3e9, 0, 2e-9, 1 / 7e10), new PanelCost(1e-6, 0, 1e-10),
                1L << 33,
                new Peak(64.5, "by hand"), 0.034);
    }

    private final Cluster cluster = new Cluster(List.of(rank(0, "a"), rank(1, "b")),
            new Network(Map.of(PairClass.OTHER_HOST, new PairCost(5e-5, 1 / 1.1e8)), List.of(0, 1), List.of(0, 0)), "measured now");

    @Test
    void shouldGiveBackWhatItKept() {
        new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(), Use.CACHED).keep(HOSTS, cluster);
        assertThat(new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(), Use.CACHED).find(HOSTS)).hasValue(cluster);
    }

    @Test
    void shouldHaveEqualRanksThatDifferMeasuredAgainButNotForEver() {
        CalibrationCache cache = new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(), Use.CACHED);
        List<String> host = List.of("a", "a");
        RankProfile other = rank(1, "a");
        Cluster unlike = new Cluster(List.of(rank(0, "a"), new RankProfile(1, "a", 1, other.update().times(1.5), other.panel(),
                other.memoryBytes(), other.peak(), other.variation())), cluster.network(), "disturbed");
        for (int run = 0; run < 2; run++) {
            cache.keep(host, unlike);
            assertThat(cache.find(host)).isEmpty();
            cache.keep(host, unlike);
        }
        assertThat(cache.find(host)).hasValue(unlike);
        cache.keep(HOSTS, new Cluster(List.of(unlike.ranks().getFirst(), new RankProfile(1, "b", 1, unlike.ranks().get(1).update(),
                other.panel(),
                other.memoryBytes(), other.peak(), 0.01)), cluster.network(), "unlike hosts"));
        assertThat(cache.find(HOSTS)).isPresent();
    }

    @Test
    void shouldNameTheRanksThatMakeACalibrationDoubtful() {
        assertThat(Calibration.doubt(cluster)).isEmpty();
        RankProfile b = cluster.ranks().get(1);
        RankProfile peer = new RankProfile(1, "a", 1, b.update().times(1.5), b.panel(), b.memoryBytes(), b.peak(), 0.01);
        assertThat(Calibration.doubt(new Cluster(List.of(rank(0, "a"), peer), cluster.network(), "unlike")))
                .hasValue("ranks 0 and 1 on a are equal, but their measured rates differ");
    }

    @Test
    void shouldServeRunsThatWouldMeasureForHardlyLonger() {
        new CalibrationCache(folder, SETTINGS, thorough(0.5), Set.of(), Use.CACHED).keep(HOSTS, cluster);
        assertThat(new CalibrationCache(folder, SETTINGS, thorough(0.1), Set.of(), Use.CACHED).find(HOSTS)).hasValue(cluster);
        assertThat(new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(), Use.CACHED).find(HOSTS)).hasValue(cluster);
        assertThat(new CalibrationCache(folder, SETTINGS, thorough(1.1), Set.of(), Use.CACHED).find(HOSTS)).isEmpty();
    }

    @Test
    void shouldServeShortCalibrationsWithAThoroughOneButNotTheOtherWayRound() {
        CalibrationCache brief = new CalibrationCache(folder, SETTINGS, MeasuringTime.forRun(1000, Effort.SHORT), Set.of(), Use.CACHED);
        CalibrationCache thorough = new CalibrationCache(folder, SETTINGS, thorough(0.5), Set.of(), Use.CACHED);
        brief.keep(HOSTS, cluster);
        assertThat(brief.find(HOSTS)).hasValue(cluster);
        assertThat(thorough.find(HOSTS)).isEmpty();
        thorough.keep(HOSTS, cluster);
        assertThat(thorough.find(HOSTS)).hasValue(cluster);
        assertThat(brief.find(HOSTS)).hasValue(cluster);
    }

    @Test
    void shouldCorrectWhatItKeptAsIfItHadBeenMeasuredSo() {
        new CalibrationCache(folder, SETTINGS, thorough(3), Set.of(), Use.CACHED).keep(HOSTS, cluster);
        Cluster corrected = new Cluster(cluster.ranks(), cluster.network(), "corrected");
        new CalibrationCache(folder, SETTINGS, thorough(0.5), Set.of(), Use.CACHED).correct(HOSTS, corrected);
        assertThat(new CalibrationCache(folder, SETTINGS, thorough(3), Set.of(), Use.CACHED).find(HOSTS)).hasValue(corrected);
    }

    @Test
    void shouldNotKnowOtherHostsOrSettings() {
        new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(), Use.CACHED).keep(HOSTS, cluster);
        assertThat(new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(), Use.CACHED).find(List.of("a", "c"))).isEmpty();
        assertThat(new CalibrationCache(folder, Map.of("workers", "2", "nb", "[192]"), thorough(1), Set.of(), Use.CACHED).find(HOSTS))
                .isEmpty();
        assertThat(new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(), Use.AFRESH).find(HOSTS)).isEmpty();
    }

    @Test
    void shouldServeRunsThatStreamOnlyWithWhatStreamingCosts() {
        CalibrationCache any = new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(), Use.CACHED);
        CalibrationCache streaming = new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(1), Use.CACHED);
        any.keep(HOSTS, cluster);
        assertThat(streaming.find(HOSTS)).isEmpty();
        RankProfile other = cluster.ranks().get(1);
        Cluster priced = new Cluster(List.of(cluster.ranks().getFirst(), other.costing(other.update(), other.panel(), Optional.of(
                new DeviceCost(Long.MAX_VALUE, Optional.of(other.update().times(20)), Optional.empty(), Optional.empty())))),
                cluster.network(), "priced");
        streaming.keep(HOSTS, priced);
        assertThat(streaming.find(HOSTS)).hasValue(priced);
        assertThat(any.find(HOSTS)).hasValue(priced);
    }

    private static RankInfo rank(String blas) {
        return new RankInfo(1, "", blas, "of " + blas, "", 1, List.of(), List.of(), List.of(), Long.MAX_VALUE);
    }

    /** The same hosts, of which one lost a device since. */
    @Test
    void shouldTellWhichRanksHaveADevice() {
        List<RankInfo> before = List.of(rank("cuda"), rank("cuda"), rank("native"));
        List<RankInfo> after = List.of(rank("cuda"), rank("native"), rank("native"));
        assertThat(CalibrationCache.kernels(before)).isEqualTo("{cuda of cuda=[0, 1], native of native=[2]}");
        assertThat(CalibrationCache.kernels(after)).isNotEqualTo(CalibrationCache.kernels(before));
    }

    @Test
    void shouldKeepCalibrationsOfSeveralSettingsSideBySide() {
        CalibrationCache other = new CalibrationCache(folder, Map.of("workers", "2", "nb", "[192]"), thorough(1), Set.of(), Use.CACHED);
        new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(), Use.CACHED).keep(HOSTS, cluster);
        other.keep(HOSTS, new Cluster(cluster.ranks(), cluster.network(), "other"));
        assertThat(new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(), Use.CACHED).find(HOSTS)).hasValue(cluster);
        assertThat(other.find(HOSTS).orElseThrow().origin()).isEqualTo("other");
    }

    @Test
    void shouldMeasureAgainWhenAFileIsSpoilt() throws IOException {
        CalibrationCache cache = new CalibrationCache(folder, SETTINGS, thorough(1), Set.of(), Use.CACHED);
        cache.keep(HOSTS, cluster);
        try (var files = Files.list(folder)) {
            Path file = files.findFirst().orElseThrow();
            Files.writeString(file, Files.readString(file).replaceAll("rank.1.update=.*", "rank.1.update=-1 0 0 0 0"));
        }
        assertThat(cache.find(HOSTS)).isEmpty();
    }
}
