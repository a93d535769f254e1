/**
 * The translator of UCX: InfiniBand, RoCE, Ethernet or shared memory as UCX finds them, by its one-sided operations only.
 *
 * <p>Owns: the binding of libucp, and by which path UCX sends to each rank. Must not know: what is written where.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.llc.ucx.UcxTranslator}, then {@code UcxFunctions}.
 */
package hplhetero.comm.transport.llc.ucx;
