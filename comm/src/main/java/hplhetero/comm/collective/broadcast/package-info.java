/**
 * Algorithms that bring one rank's buffer to all.
 *
 * <p>Owns: descriptions of who sends what to whom ({@code Description}), which fill a {@link hplhetero.network.schedule.Delivery}, and the
 * one executor of all of them. Must not know: transports, panels, grids.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.broadcast.FlatBroadcast}, which lists the algorithms, then at {@code Rings}. Among
 * several sites each of these crosses to each other site once. A {@code TwoLevelBroadcast} comes to each group of ranks once.
 */
package hplhetero.comm.collective.broadcast;
