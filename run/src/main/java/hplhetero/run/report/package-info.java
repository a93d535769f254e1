/**
 * {@code hpl report}: a report to look at, of results that were written before.
 *
 * <p>Owns: which files are read, and where the report goes. Must not know: what it shows, which is {@code results.html}'s.
 *
 * <p>Start reading at {@link hplhetero.run.report.ReportCommand}.
 */
package hplhetero.run.report;
