/**
 * The barrier and the pivot exchange: in round k each rank tells the rank 2^k after it. Among sites, one rank of each exchanges pivots.
 *
 * <p>Owns: the descriptions of their messages and their executors. Must not know: transports, matrices.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.dissemination.DisseminationKind}.
 */
package hplhetero.comm.collective.dissemination;
