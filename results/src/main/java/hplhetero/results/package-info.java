/**
 * What a user gets: the records that reports are made of, and what hears of a sweep.
 *
 * <p>Owns: the description of a sweep, and the order in which a report hears of it. Must not know: how a case is read or solved, who
 * opens files or ends the program, any format. Each format has a package below this one, and nothing but a {@link
 * hplhetero.results.ReportSink} to the outside: a further report is one more of them, and one more line where {@code hpl run}
 * lists its sinks.
 *
 * <p>Start reading at {@link hplhetero.results.ReportSink}, then {@link hplhetero.results.Sweep}.
 */
package hplhetero.results;
