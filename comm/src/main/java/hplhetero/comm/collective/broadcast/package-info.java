/**
 * Algorithms that bring one rank's buffer to all.
 *
 * <p>Owns: their statements and their executors. Must not know: transports, panels, grids.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.broadcast.BroadcastKind}. The panel broadcasts of HPL differ in their
 * {@code RingShape}, or are spread down a {@code SpreadTree} and rolled; {@code SitedBroadcast} crosses to each other site once,
 * {@code TwoLevelBroadcast} to each group of ranks.
 */
package hplhetero.comm.collective.broadcast;
