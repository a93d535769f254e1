/**
 * Maps of blocks for ranks of unlike speed: cells in proportion, reverse greedy, shared columns, and their local search.
 *
 * <p>Owns: how blocks are dealt. Must not know: messages, the time of a whole run. Pure.
 *
 * <p>Start reading at {@link hplhetero.hpl.plan.map.Maps}.
 */
package hplhetero.hpl.plan.map;
