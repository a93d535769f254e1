/**
 * {@code hpl net probe}: measures the network between ranks, and says what other commands want to know of it.
 *
 * <p>Owns: the command, its table and its JSON. Must not know: how messages are measured, transports by name.
 *
 * <p>Start reading at {@link hplhetero.run.net.probe.ProbeCommand} and {@link hplhetero.run.net.probe.ProbeReport}.
 */
package hplhetero.run.net.probe;
