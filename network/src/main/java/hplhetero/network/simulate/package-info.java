/**
 * A network in virtual time: when each rank is done with what traffics state, on the real routes, with links shared; and of
 * programs, in which ranks compute and begin traffics one after the other.
 *
 * <p>Owns: the order of events, the flow of bytes over links, what a rank's thread does, and GOAL, in which other simulators read a
 * traffic. Must not know: buffers, transports, threads that run, how algorithms are chosen.
 *
 * <p>Start reading at {@link hplhetero.network.simulate.Simulator}; what a program is at {@link hplhetero.network.simulate.Program} and
 * {@link hplhetero.network.simulate.VirtualRanks}; how links are shared is {@code Flows}, then {@code FairShares}.
 */
package hplhetero.network.simulate;
