/**
 * The ranks of a run as one crew: rank 0 leads, the others follow its orders, wherever they are - threads of this
 * process or processes on other hosts.
 *
 * <p>Owns: who is where ({@code Crew}), what a rank works with (kernels, workers, cores), the orders and how their
 * outcomes come together, calibrations and their cache. Must not know: input files, reports, command lines.
 *
 * <p>Start reading at {@link hplhetero.run.crew.Session}, then {@code Order} and {@link hplhetero.run.crew.Crew}.
 */
package hplhetero.run.crew;
