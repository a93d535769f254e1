/**
 * The algorithms behind {@link hplhetero.comm.Collectives}, each a state machine that only sends, receives
 * and polls, so that it runs over any transport unchanged.
 *
 * <p>Owns: who sends what to whom, in which order. Must not know: transports, matrices, grids.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.CollectiveAlgorithms}, which makes them. Two frames carry
 * all algorithms: {@code Rounds} (exchange, combine, next round) and {@code PipelinedForward} (receive pieces in order
 * and pass each on at once).
 */
package hplhetero.comm.collective;
