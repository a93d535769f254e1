/**
 * The network of a cluster in the form in which the network module describes networks: a fabric, where the ranks sit, and what messages
 * take.
 *
 * <p>Owns: how hosts, sites and measured links become a fabric and costs. Must not know: how links are measured, files, the planner.
 *
 * <p>Start reading at {@link hplhetero.hpl.network.ClusterNetwork}.
 */
package hplhetero.hpl.network;
