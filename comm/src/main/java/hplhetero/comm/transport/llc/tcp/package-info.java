/**
 * The translator of plain Ethernet: commands are frames on TCP connections, and a rank carries out the other ranks' commands when it polls.
 *
 * <p>Owns: sockets, and the form of frames. Must not know: what is written where.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.llc.tcp.TcpTranslator}, then {@code Link} and {@code WireFrame}.
 */
package hplhetero.comm.transport.llc.tcp;
