/**
 * Algorithms that bring one rank's buffer to all.
 *
 * <p>Owns: descriptions of who sends what to whom ({@code Description}), which fill a {@link hplhetero.network.schedule.Delivery}, and the
 * one executor of all of them. Must not know: transports, panels, grids.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.broadcast.FlatBroadcast}, which lists them, then at {@code Rings}. Among several
 * sites each of them crosses to each other site once; {@code TwoLevelBroadcast} to each group of ranks.
 */
package hplhetero.comm.collective.broadcast;
