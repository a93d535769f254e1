/**
 * The engine over remote memory: one rank's messages, short ones through rings, long ones by {@code rendezvous}.
 *
 * <p>Owns: what is written to the rings of others and taken out of this rank's, what waits for room there, messages of a rank to itself,
 * and the order in which a poll moves all of it. Must not know: any network, how ranks were started.
 *
 * <p>Start reading at {@link hplhetero.comm.protocol.remote.engine.RemoteTransfer}, then {@code Outbox} and {@code Inbox}.
 */
package hplhetero.comm.protocol.remote.engine;
