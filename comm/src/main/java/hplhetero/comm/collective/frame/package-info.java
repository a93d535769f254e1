/**
 * What the algorithms of collectives are made of.
 *
 * <p>Owns: the messages of one collective ({@code CollectiveChannel}) and the frames that drive it. Must not know: any algorithm,
 * transports.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.frame.Rounds} (exchange, combine, next round), which
 * {@link hplhetero.comm.collective.frame.StatedRounds} reads from a statement, and
 * {@link hplhetero.comm.collective.frame.PipelinedForward} (receive pieces in order and pass each on at once).
 */
package hplhetero.comm.collective.frame;
