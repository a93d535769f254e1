/**
 * The measurement of a network by messages between ranks: pair by pair, a rank's own time for a message, and many ranks that send to one.
 *
 * <p>Owns: which pairs are measured, when and for how long, and the fit of costs. Must not know: who started the ranks, files, the planner.
 *
 * <p>Start reading at {@link hplhetero.hpl.network.probe.NetworkProbe}. Out of its {@link hplhetero.hpl.network.probe.ProbeResult},
 * {@link hplhetero.hpl.network.probe.ProbedNetwork} makes costs.
 */
package hplhetero.hpl.network.probe;
