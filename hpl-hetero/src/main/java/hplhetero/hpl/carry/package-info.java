/**
 * The way of a stopped factorization from one map of blocks to another: to fewer ranks, to other ranks, or to a new plan.
 *
 * <p>Owns: which messages bring the blocks to their new owners, and what ranks agree on when a file cannot be read. Must not know: the
 * bytes of the files, how blocks are factored, and who decides on the new map.
 *
 * <p>Start reading at {@link hplhetero.hpl.carry.BlockCarrier}, then {@link hplhetero.hpl.carry.CheckpointCarrier}.
 */
package hplhetero.hpl.carry;
