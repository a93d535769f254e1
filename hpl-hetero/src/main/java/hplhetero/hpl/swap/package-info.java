/**
 * Row swaps: what a panel's pivots come to, and bringing the rows of U together within a process column.
 *
 * <p>Owns: the permutation, the variants of the exchange and what they send, where rows lie when it is over, into how many parts it is cut.
 * Must not know: kernels, when rows are swapped.
 *
 * <p>Start reading at {@link hplhetero.hpl.swap.RowPermutation}, then {@link hplhetero.hpl.swap.RowSwap}; messages alone are in
 * {@link hplhetero.hpl.swap.RowSwapTraffic}.
 */
package hplhetero.hpl.swap;
