/**
 * Who owns which block: the virtual grid of cells, the sequences rho and kappa, what follows for a rank,
 * and the message tags of a solve.
 * Must not know: matrices in memory, messages. Start reading at {@link hplhetero.hpl.grid.BlockMap}.
 */
package hplhetero.hpl.grid;
