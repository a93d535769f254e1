/**
 * Algorithms that bring a piece of each rank to all.
 *
 * <p>Owns: their statements and their executors. Must not know: transports, matrices.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.allgather.AllgatherKind}. Pieces may differ in size and lie in rank order, so
 * neighbouring ones travel as one message; pieces without bytes cost none. Among several sites {@code HierarchicalTraffic} says which piece
 * crosses when.
 */
package hplhetero.comm.collective.allgather;
