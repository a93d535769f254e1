/**
 * The messages that the algorithms of collectives send, described once.
 *
 * <p>Owns: the description of messages in stages ({@code Traffic}), the description of a broadcast by hops and pieces ({@code Delivery}),
 * and the arithmetic that algorithms share with whoever prices them. This arithmetic says which ranks exchange ({@code Fold}, {@code
 * Butterfly}, {@code Dissemination}, {@code SpreadTree}) and how buffers are cut ({@code Segments}, {@code BufferPartition}, {@code
 * PieceLayout}). Must not know: buffers, transports, networks, time. The algorithms are in the packages below {@code comm.collective};
 * {@code comm.collective.Algorithms} lists them.
 *
 * <p>Start reading at {@link hplhetero.network.schedule.Traffic}, then {@link hplhetero.network.schedule.Algorithm}.
 */
package hplhetero.network.schedule;
