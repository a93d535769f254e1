/**
 * The layer between an engine and a network whose ranks can only write and read each other's memory. Its protocols are written once for all
 * networks (Yamaguchi and others, "LLC").
 *
 * <p>Below this layer a {@link hplhetero.comm.protocol.remote.Translator} turns commands (put with notice, get, compare-and-swap,
 * fetch-and-add, register) into those of one network. Above it three packages give the commands: {@code connect} (how two ranks connect),
 * {@code rendezvous} (long messages), and {@code engine} (short messages, and all parts together). {@link hplhetero.comm.protocol} finds
 * which receive takes which message.
 *
 * <p>Owns: the commands, the layout of the memory that all ranks may write ({@code Area}, {@code Frame}), the rings in that memory and who
 * gets one, the limits. Must not know: any network, how ranks were started, the packages below it.
 *
 * <p>Start reading at {@code engine.RemoteTransfer}.
 */
package hplhetero.comm.protocol.remote;
