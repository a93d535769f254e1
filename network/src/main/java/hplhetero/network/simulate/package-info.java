/**
 * A network in virtual time. The simulator finds when each rank is done with its part of the described traffics, on the real routes and
 * with links shared between messages. It also runs programs, in which ranks compute and begin traffics one after the other.
 *
 * <p>Owns: the order of events, the flow of bytes over links, what a rank's thread does, and the writer of GOAL, the format in which other
 * simulators read a traffic. Must not know: buffers, transports, threads that run, how algorithms are chosen.
 *
 * <p>Start reading at {@link hplhetero.network.simulate.Simulator}. Programs are explained at {@link hplhetero.network.simulate.Program}
 * and {@link hplhetero.network.simulate.VirtualRanks}. The sharing of links is in {@code Flows} and {@code FairShares}.
 */
package hplhetero.network.simulate;
