package hplhetero.results.prometheus;

import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.HistoryLines;
import hplhetero.results.history.KeptTest;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The text of tests as metrics, in the text format 0.0.4. The last of several tests with equal labels counts. A value that is not known,
 * and every value but {@code hpl_passed} of a test that was not run, is left out.
 */
final class PrometheusText {
    private PrometheusText() {
    }

    /**
     * Returns the metrics of tests in the text format.
     *
     * @param tests the tests, in the order in which they ran
     */
    static String of(List<KeptTest> tests) {
        Map<Labels, KeptTest> last = new LinkedHashMap<>();
        tests.forEach(test -> last.put(labels(test), test));
        List<MetricSnapshot> metrics = new ArrayList<>();
        add(metrics, last, "hpl_gflops", "Rate of the last run of a test, in billions of operations a second.", HistoryEntry::gflops);
        add(metrics, last, "hpl_seconds", "Wall time of the last run of a test.", HistoryEntry::seconds);
        add(metrics, last, "hpl_rpeak_share", "Rate as a share of Rpeak, 0 to 1.", HistoryEntry::rpeakShare);
        add(metrics, last, "hpl_joules", "Energy that the hosts took while the clock ran.", HistoryEntry::joules);
        add(metrics, last, "hpl_last_run_timestamp_seconds", "When the last run of a test began, Unix time.",
                entry -> entry.start().getEpochSecond());
        metrics.add(gauge("hpl_passed", "1 where the last run of a test passed its check or needed no check, else 0.",
                last.entrySet().stream().map(one -> point(one, one.getValue().isGood() ? 1 : 0)).toList()));
        return text(metrics);
    }

    /** Returns metrics in the text format. */
    static String text(List<MetricSnapshot> metrics) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.builder().build().write(bytes, new MetricSnapshots(metrics));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static void add(List<MetricSnapshot> metrics, Map<Labels, KeptTest> tests, String name, String help,
            ToDoubleFunction<HistoryEntry> value) {
        List<GaugeDataPointSnapshot> points = tests.entrySet().stream()
                .filter(one -> one.getValue().entry().status() != CheckStatus.SKIPPED)
                .filter(one -> Double.isFinite(value.applyAsDouble(one.getValue().entry())))
                .map(one -> point(one, value.applyAsDouble(one.getValue().entry()))).toList();
        if (!points.isEmpty()) {
            metrics.add(gauge(name, help, points));
        }
    }

    private static GaugeDataPointSnapshot point(Map.Entry<Labels, KeptTest> one, double value) {
        return new GaugeDataPointSnapshot(value, one.getKey(), null);
    }

    /** Returns a metric with its points. */
    static GaugeSnapshot gauge(String name, String help, List<GaugeDataPointSnapshot> points) {
        return new GaugeSnapshot(new MetricMetadata(name, help), points);
    }

    private static Labels labels(KeptTest test) {
        HistoryEntry e = test.entry();
        return Labels.of("n", "" + e.n(), "nb", "" + e.nb(), "p", "" + e.p(), "q", "" + e.q(), "variant", e.variant(), "host", e.machine(),
                "status", HistoryLines.word(e.status()), "emulated", Boolean.toString(test.environment().isEmulated()));
    }
}
