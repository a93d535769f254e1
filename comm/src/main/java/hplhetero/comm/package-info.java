/**
 * Messages between ranks: point to point with MPI's semantics, non-blocking collectives driven by polling, and the transports that carry
 * them. Long messages between sites are paced, so that short ones get past them.
 *
 * <p>Owns: the contracts of communicators, requests, collectives and transports. Must not know: matrices, panels, grids, BLAS. A transport
 * is found through {@link java.util.ServiceLoader} and chosen by the caller.
 *
 * <p>Start reading at {@link hplhetero.comm.Communicator}, then {@link hplhetero.comm.Operation} and {@link hplhetero.comm.Collectives}.
 * The packages below: {@code collective} has the algorithms of collectives, and {@code select} chooses among them. The packages
 * {@code transport.local}, {@code transport.mpi}, {@code transport.mpj} and {@code transport.llc} carry bytes; {@code protocol} has what
 * transports without a matching of their own share. {@code liveness} ends a run that cannot go on, and {@code session} protects connections
 * by the secret of a job.
 */
package hplhetero.comm;
