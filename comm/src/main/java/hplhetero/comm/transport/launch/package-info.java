/**
 * The means by which ranks that our launcher starts find each other: the variables it sets for each process, and a store of values that it
 * keeps for them.
 *
 * <p>Owns: the variables of a rank, the store at the launcher and its ends at the ranks. Must not know: transports, how processes are
 * started.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.launch.StoreServer}, then {@link hplhetero.comm.transport.launch.StoreClient}.
 */
package hplhetero.comm.transport.launch;
