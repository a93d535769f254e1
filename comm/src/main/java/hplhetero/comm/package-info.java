/**
 * Messages between ranks: point to point with MPI's semantics, non-blocking collectives driven by
 * polling, and the transports that carry them; how long messages between sites are paced, so that short ones pass.
 *
 * <p>Owns: the contracts of communicators, requests, collectives and transports. Must not know: matrices, panels, grids,
 * BLAS. A transport is found through {@link java.util.ServiceLoader} and chosen by the caller.
 *
 * <p>Start reading at {@link hplhetero.comm.Communicator}, then {@link hplhetero.comm.Operation} and
 * {@link hplhetero.comm.Collectives}. Below: {@code collective}, the algorithms; {@code transport.local}, {@code transport.mpi} and
 * {@code transport.mpj}, what carries bytes; {@code protocol}, what transports without a matching of their own share;
 * {@code liveness}, how a run ends that cannot go on.
 */
package hplhetero.comm;
