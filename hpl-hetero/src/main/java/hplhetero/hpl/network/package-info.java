/**
 * The network of a cluster as comm describes networks: a fabric, where the ranks sit, what messages take.
 *
 * <p>Owns: how hosts, sites and measured links become these. Must not know: how they are measured, files, the planner.
 *
 * <p>Start reading at {@link hplhetero.hpl.network.ClusterNetwork}.
 */
package hplhetero.hpl.network;
