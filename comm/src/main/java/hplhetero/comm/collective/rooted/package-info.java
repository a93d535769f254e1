/**
 * Algorithms that bring a piece of each rank to one, or from one to each.
 *
 * <p>Owns: their statements and their executors. Must not know: transports, what pieces mean.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.rooted.RootedKind}. A scatter is a gather whose stages and messages go
 * backwards ({@code Way}), so each algorithm has one statement, {@code RootedTraffic}, and one executor, {@code RootedExchange}.
 */
package hplhetero.comm.collective.rooted;
