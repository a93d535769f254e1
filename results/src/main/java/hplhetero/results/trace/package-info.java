/**
 * The time series of tests in Chrome's trace format, for Perfetto and other viewers.
 *
 * <p>Owns: which events show what, and their form. Must not know: how anything was recorded.
 *
 * <p>Start reading at {@link hplhetero.results.trace.ChromeTrace}.
 */
package hplhetero.results.trace;
