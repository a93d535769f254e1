/**
 * The way in which ranks come together: at the start all ranks learn each other's address, and two ranks connect before their first
 * message.
 *
 * <p>Owns: the state machine of a connection (steps I1 to I5, R1 and R2 of the paper's appendix). Must not know: messages, and what goes
 * through the rings that it makes two ranks agree on.
 *
 * <p>Start reading at {@link hplhetero.comm.protocol.remote.connect.Connector}.
 */
package hplhetero.comm.protocol.remote.connect;
