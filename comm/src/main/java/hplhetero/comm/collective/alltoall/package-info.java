/**
 * Algorithms that bring a piece from each rank to each other.
 *
 * <p>Owns: the descriptions of their messages and their executors. Must not know: transports, networks, who chooses among the algorithms.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.alltoall.AlltoallKind}. All algorithms but Bruck's send each piece straight to its
 * receiver: {@code Steps} says in which step a piece goes to whom, {@code Synchronisation} what keeps the steps apart.
 */
package hplhetero.comm.collective.alltoall;
