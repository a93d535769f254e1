/**
 * Clusters of unlike ranks, emulated on one machine by slowing each rank's kernels.
 *
 * <p>Owns: what such a cluster is, the jobs that make up a curve, how they are run, and the file of what has been measured so far.
 * Must not know: tables and plots. Start reading at {@link hplhetero.bench.cluster.EmulatedCluster}, then
 * {@link hplhetero.bench.cluster.Curve}.
 */
package hplhetero.bench.cluster;
