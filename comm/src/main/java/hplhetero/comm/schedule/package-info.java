/**
 * What the algorithms of collectives send, stated once.
 *
 * <p>Owns: what a statement is, in stages, and the arithmetic that algorithms share with who prices them ({@code Fold},
 * {@code Dissemination}, {@code RingShape}, {@code SpreadTree}, {@code Segments}). Must not know: buffers, transports, networks, time.
 * Each algorithm's own statement stands beside its executor, below {@code comm.collective}; {@code comm.collective.Algorithms} lists
 * them.
 *
 * <p>Start reading at {@link hplhetero.comm.schedule.Traffic}, then {@link hplhetero.comm.schedule.Algorithm}.
 */
package hplhetero.comm.schedule;
