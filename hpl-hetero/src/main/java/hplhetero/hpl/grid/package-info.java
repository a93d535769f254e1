/**
 * Who owns which block: the virtual grid of cells, the sequences rho and kappa, and what follows for a rank.
 * Must not know: matrices in memory, messages. Start reading at {@link hplhetero.hpl.grid.BlockMap}.
 */
package hplhetero.hpl.grid;
