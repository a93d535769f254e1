/**
 * How measurements are told: medians and ranges, tables, plots, the page about the paper's experiments.
 *
 * <p>Owns: the text. Must not know: how anything is run. Start reading at {@link hplhetero.bench.report.Spread}.
 */
package hplhetero.bench.report;
