/**
 * The presentation of measurements: medians and ranges, tables, plots, the page about the paper's experiments.
 *
 * <p>This package owns the text. It must not know how anything is run.
 *
 * <p>Start reading at {@link hplhetero.bench.report.Spread}.
 */
package hplhetero.bench.report;
