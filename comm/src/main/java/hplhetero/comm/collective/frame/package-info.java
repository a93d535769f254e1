/**
 * The frames that the algorithms of collectives are made of.
 *
 * <p>Owns: the messages of one collective ({@code CollectiveChannel}) and the frames that drive it. Must not know: any algorithm,
 * transports.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.frame.ContiguousMessages}, which needs only a description of the messages: they are
 * contiguous ranges of one buffer, passed on as they come. Where messages are packed or combined, {@link
 * hplhetero.comm.collective.frame.DescribedRounds} takes from a description who sends how many bytes, and from the algorithm where they
 * lie. It is one kind of {@link hplhetero.comm.collective.frame.Rounds} (exchange, combine, next round).
 */
package hplhetero.comm.collective.frame;
