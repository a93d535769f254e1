/**
 * Maps of blocks for ranks of unlike speed: cells in proportion to speed, reverse greedy, shared columns, and local search on maps.
 *
 * <p>This package owns how blocks are dealt. It must not know messages, nor the time of a whole run. Pure.
 *
 * <p>Start reading at {@link hplhetero.hpl.plan.map.Maps}.
 */
package hplhetero.hpl.plan.map;
