/**
 * The records that reports are made of, and the interface through which a report is told of a sweep.
 *
 * <p>Owns: the description of a sweep, and the order in which a report is told of the sweep. Must not know: how a case is read or solved,
 * who opens files or ends the program, any format. Each format has a package below this one that shows nothing but a
 * {@link hplhetero.results.ReportSink} to the outside. A further report is one more sink, and one more line where {@code hpl run} lists its
 * sinks.
 *
 * <p>Start reading at {@link hplhetero.results.ReportSink}, then {@link hplhetero.results.Sweep}.
 */
package hplhetero.results;
