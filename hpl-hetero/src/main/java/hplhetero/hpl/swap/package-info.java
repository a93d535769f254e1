/**
 * Row swaps: the permutation that a panel's pivots amount to, and the exchange that brings the rows of U together within a process column.
 *
 * <p>Owns: the permutation, the variants of the exchange and what they send, where rows lie when an exchange is over, and into how many
 * parts it is cut. Must not know: kernels, when rows are swapped.
 *
 * <p>Start reading at {@link hplhetero.hpl.swap.RowPermutation}, then {@link hplhetero.hpl.swap.RowSwap}; the messages alone are in
 * {@link hplhetero.hpl.swap.RowSwapTraffic}.
 */
package hplhetero.hpl.swap;
