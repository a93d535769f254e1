/**
 * The search for the best way to run on a cluster of unlike ranks: which ranks, which grid, order, block size and map.
 *
 * <p>This package owns the search and the reasons for its result. It must not know matrices in memory, messages, files, nor command lines.
 *
 * <p>Start reading at {@link hplhetero.hpl.plan.Planner}, then {@code PlanSearch}.
 */
package hplhetero.hpl.plan;
