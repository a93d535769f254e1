/**
 * What the algorithms of collectives send, stated once.
 *
 * <p>Owns: what a statement is, in stages ({@code Traffic}), what a broadcast is, in hops and pieces ({@code Delivery}), and the arithmetic
 * that algorithms share with who prices them: who meets whom ({@code Fold}, {@code Butterfly}, {@code Dissemination},
 * {@code SpreadTree}), how buffers are cut ({@code Segments}, {@code Cuts}, {@code PieceLayout}). Must not know: buffers, transports,
 * networks, time. The algorithms stand below {@code comm.collective}; {@code comm.collective.Algorithms} lists them.
 *
 * <p>Start reading at {@link hplhetero.network.schedule.Traffic}, then {@link hplhetero.network.schedule.Algorithm}.
 */
package hplhetero.network.schedule;
