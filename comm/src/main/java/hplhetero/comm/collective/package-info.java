/**
 * The algorithms behind {@link hplhetero.comm.Collectives}, each a state machine that only sends, receives
 * and polls, so that it runs over any transport unchanged.
 *
 * <p>Owns: the list of them, and who makes them. Must not know: transports, matrices, grids.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.CollectiveAlgorithms}, which makes them, and
 * {@link hplhetero.comm.collective.Algorithms}, which lists what they send. Below: {@code broadcast}, {@code alltoall},
 * {@code allgather}, {@code allreduce}, {@code gather} and {@code dissemination}, where each stands beside its statement; {@code frame},
 * what they are made of.
 */
package hplhetero.comm.collective;
