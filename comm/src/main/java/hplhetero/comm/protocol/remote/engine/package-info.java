/**
 * The engine over remote memory. It carries one rank's messages: short ones through rings, long ones by {@code rendezvous}.
 *
 * <p>Owns: what is written to the rings of other ranks and taken out of this rank's rings, frames that wait for room in a ring, messages of
 * a rank to itself, and the order in which a poll moves all of these. Must not know: any network, how ranks were started.
 *
 * <p>Start reading at {@link hplhetero.comm.protocol.remote.engine.RemoteTransfer}, then {@code Outbox} and {@code Inbox}.
 */
package hplhetero.comm.protocol.remote.engine;
