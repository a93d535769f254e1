/**
 * The search for the best way to run on a cluster of unlike ranks: which ranks, which grid, order, block size and map.
 *
 * <p>Owns: the search and its reasons. Must not know: matrices in memory, messages, files, command lines.
 *
 * <p>Start reading at {@link hplhetero.hpl.plan.Planner}, then {@code PlanSearch}.
 */
package hplhetero.hpl.plan;
