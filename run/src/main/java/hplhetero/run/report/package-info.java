/**
 * {@code hpl report}: a report to look at, made of results that were written before.
 *
 * <p>Owns: which files are read, and where the report goes. Must not know: what the report shows, which package {@code results.html}
 * decides.
 *
 * <p>Start reading at {@link hplhetero.run.report.ReportCommand}.
 */
package hplhetero.run.report;
