/**
 * Algorithms that bring a piece from each rank to each other.
 *
 * <p>Owns: their statements and their executors. Must not know: transports, networks, who chooses among them.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.alltoall.AlltoallKind}. All but Bruck's send each piece straight to its receiver:
 * {@code Steps} says in which step whom, {@code Synchronisation} what keeps the steps apart.
 */
package hplhetero.comm.collective.alltoall;
