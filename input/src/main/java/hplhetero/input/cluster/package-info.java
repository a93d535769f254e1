/**
 * The cluster files and plan files: reading and writing them.
 *
 * <p>Owns: both formats (docs/cluster-file.md, docs/plan-file.md). Must not know: who measured or planned, the command line.
 *
 * <p>Start reading at {@link hplhetero.input.cluster.ClusterFileReader}.
 */
package hplhetero.input.cluster;
