/**
 * The last result for Prometheus, in the text format that the textfile collector of node_exporter reads.
 *
 * <p>Owns: names, units and labels of the metrics. Must not know: who asks for a file.
 *
 * <p>Start reading at {@link hplhetero.results.prometheus.PrometheusReport}; metrics of burn-ins are in
 * {@link hplhetero.results.prometheus.BurnInMetrics}.
 */
package hplhetero.results.prometheus;
