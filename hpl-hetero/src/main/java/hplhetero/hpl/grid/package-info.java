/**
 * The owners of blocks: the virtual grid of cells, the sequences rho and kappa, and what follows for a rank.
 *
 * <p>Owns: the map of blocks, local numbering, and the message tags of a solve. Must not know: matrices in memory, messages.
 *
 * <p>Start reading at {@link hplhetero.hpl.grid.BlockMap}, then {@link hplhetero.hpl.grid.LocalLayout}.
 */
package hplhetero.hpl.grid;
