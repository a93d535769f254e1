/**
 * The barrier and the pivot exchange: in round k each rank tells the one 2^k after it; pivots cross between sites by one rank of each.
 *
 * <p>Owns: their statements and their executors. Must not know: transports, matrices.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.dissemination.DisseminationKind}.
 */
package hplhetero.comm.collective.dissemination;
