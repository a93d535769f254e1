/**
 * The ranks of a run as one job. Rank 0 coordinates, and the others carry out its commands, as threads of this process or as processes on
 * other hosts.
 *
 * <p>Owns: who is where ({@code RankTable}), what a rank works with (kernels, workers, cores), the commands and how their outcomes come
 * together, calibrations and their cache. Must not know: input files, reports, command lines.
 *
 * <p>Start reading at {@link hplhetero.run.job.Session}, then {@code Command} and {@link hplhetero.run.job.RankTable}.
 */
package hplhetero.run.job;
