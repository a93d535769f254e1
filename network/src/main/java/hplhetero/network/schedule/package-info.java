/**
 * What the algorithms of collectives send, stated once.
 *
 * <p>Owns: what a statement is, in stages, and the arithmetic that algorithms share with who prices them: who meets whom ({@code Fold},
 * {@code Butterfly}, {@code Dissemination}, {@code RingShape}, {@code SpreadTree}), how buffers are cut ({@code Segments}, {@code Cuts},
 * {@code PieceSizes}). Must not know: buffers, transports, networks, time. Each algorithm's own statement stands beside its executor,
 * below {@code comm.collective}; {@code comm.collective.Algorithms} lists them.
 *
 * <p>Start reading at {@link hplhetero.network.schedule.Traffic}, then {@link hplhetero.network.schedule.Algorithm}.
 */
package hplhetero.network.schedule;
