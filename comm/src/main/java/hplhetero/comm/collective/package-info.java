/**
 * The algorithms behind {@link hplhetero.comm.Collectives}, each a state machine that only sends, receives
 * and polls, so that it runs over any transport unchanged.
 *
 * <p>Owns: who sends what to whom, in which order. Must not know: transports, matrices, grids. Not for use
 * from outside {@code hplhetero.comm}: operations are made by {@code Collectives.of}.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.CommunicatorCollectives}. Two frames carry
 * all algorithms: {@code Rounds} (exchange, combine, next round) and {@code Relay} (receive pieces in order
 * and pass each on at once).
 */
package hplhetero.comm.collective;
