package hplhetero.results.prometheus;

import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.HostNumbers;
import hplhetero.results.burnin.HostVerdict;
import hplhetero.results.burnin.Verdicts;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The text of a burn-in as metrics, one point a host, in the text format 0.0.4. A number that is not known is left out. */
public final class BurnInMetrics {
    private BurnInMetrics() {
    }

    /**
     * Returns the metrics in the text format.
     *
     * @param burnIn   what was measured
     * @param verdicts the judgement of what was measured
     */
    public static String of(BurnIn burnIn, Verdicts verdicts) {
        List<MetricSnapshot> metrics = new ArrayList<>();
        add(metrics, verdicts, "hpl_burnin_gflops", "Median rate of a host, in billions of operations a second.", HostNumbers::gflops);
        add(metrics, verdicts, "hpl_burnin_runs", "Runs of HPL that ended on a host.", HostNumbers::runs);
        add(metrics, verdicts, "hpl_burnin_spread_ratio", "Fastest minus slowest run, as a share of the median.", HostNumbers::spread);
        add(metrics, verdicts, "hpl_burnin_drift_ratio", "Change of the rate from the first run to the last, as a share of the median.",
                HostNumbers::drift);
        add(metrics, verdicts, "hpl_burnin_hottest_celsius", "Highest temperature of a processor or GPU.", HostNumbers::hottestCelsius);
        add(metrics, verdicts, "hpl_burnin_errors", "Wrong values, failed residuals and corrected errors of memory.", HostNumbers::errors);
        metrics.add(PrometheusText.gauge("hpl_burnin_bad", "1 where a host is bad, with the likely causes, else 0.",
                verdicts.hosts().stream().filter(host -> host.isBad() || host.wasTested()).map(host -> new GaugeDataPointSnapshot(
                        host.isBad() ? 1 : 0, labels(host).add("cause", host.isBad() ? host.words() : ""), null)).toList()));
        metrics.add(PrometheusText.gauge("hpl_burnin_bad_links", "Links that are bad and of which no single host is to blame.",
                List.of(new GaugeDataPointSnapshot(verdicts.links().stream().filter(link -> link.finding().bad()).count(), Labels.EMPTY,
                        null))));
        metrics.add(PrometheusText.gauge("hpl_burnin_timestamp_seconds", "When the burn-in began, Unix time.",
                List.of(new GaugeDataPointSnapshot(burnIn.start().getEpochSecond(), Labels.EMPTY, null))));
        return PrometheusText.text(metrics);
    }

    private static void add(List<MetricSnapshot> metrics, Verdicts verdicts, String name, String help, ToDoubleFunction<HostNumbers> of) {
        List<GaugeDataPointSnapshot> points = verdicts.hosts().stream().filter(HostVerdict::wasTested)
                .filter(host -> Double.isFinite(of.applyAsDouble(host.numbers())))
                .map(host -> new GaugeDataPointSnapshot(of.applyAsDouble(host.numbers()), labels(host), null)).toList();
        if (!points.isEmpty()) {
            metrics.add(PrometheusText.gauge(name, help, points));
        }
    }

    private static Labels labels(HostVerdict host) {
        return Labels.of("host", host.host().host(), "kind", host.host().kind());
    }
}
