/**
 * The protocols between ranks that can only write and read each other's memory, written once for all networks (Yamaguchi and others,
 * "LLC"): how two ranks connect, who gets a receive ring, how short messages go through it, and how long ones go straight into
 * their buffer.
 *
 * <p>Below it a {@link hplhetero.comm.protocol.remote.Translator} turns commands (put with notice, get, compare-and-swap, fetch-and-add,
 * register) into those of one network. Above it {@link hplhetero.comm.protocol} finds which receive takes which message.
 *
 * <p>Owns: the layout of the memory that all may write, the state machines, the order in which long messages go. Must not know: any
 * network, how ranks were started.
 *
 * <p>Start reading at {@link hplhetero.comm.protocol.remote.RemoteTransfer}, then {@code Connector} (steps I1 to I5, R1, R2 of the
 * paper's appendix), {@code InRing} and {@code OutRing}, {@code LongSends} and {@code LongReceive}, {@code ScheduleQueue}.
 */
package hplhetero.comm.protocol.remote;
