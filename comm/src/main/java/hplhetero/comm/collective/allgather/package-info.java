/**
 * Algorithms that bring a piece of each rank to all.
 *
 * <p>Owns: the descriptions of their messages and their executors. Must not know: transports, matrices.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.allgather.AllgatherKind}. Pieces may differ in size and lie in rank order, so
 * neighbouring pieces travel as one message. Pieces without bytes cost no message. Among several sites {@code HierarchicalTraffic} says
 * which piece crosses when.
 */
package hplhetero.comm.collective.allgather;
