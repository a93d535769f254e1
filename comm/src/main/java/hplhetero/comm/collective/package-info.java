/**
 * The algorithms behind {@link hplhetero.comm.Collectives}. Each is a state machine that only sends, receives and polls, so that it runs
 * over any transport unchanged.
 *
 * <p>Owns: the list of the algorithms, and the factories that make them. Must not know: transports, matrices, grids.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.CollectiveAlgorithms}, which makes the collectives, and {@link
 * hplhetero.comm.collective.Algorithms}, which lists the messages they send. The packages below hold the algorithms by collective: {@code
 * broadcast}, {@code alltoall}, {@code allgather}, {@code allreduce}, {@code gather} and {@code dissemination}. Each algorithm there stands
 * beside the description of its messages. The package {@code frame} has the parts that algorithms are made of.
 */
package hplhetero.comm.collective;
