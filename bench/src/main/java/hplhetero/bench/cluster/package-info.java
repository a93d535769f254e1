/**
 * Clusters of unlike ranks, emulated on one machine by slowing each rank's kernels.
 *
 * <p>This package owns the description of such a cluster, the jobs that make up a curve, the way they are run, and the file of the
 * measurements so far. It must not know tables and plots.
 *
 * <p>Start reading at {@link hplhetero.bench.cluster.EmulatedCluster}, then {@link hplhetero.bench.cluster.Curve}.
 */
package hplhetero.bench.cluster;
