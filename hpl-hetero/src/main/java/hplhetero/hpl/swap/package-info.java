/**
 * Row swaps: what a panel's pivots come to, and bringing the rows of U together within a process column.
 * Must not know: kernels. Start reading at {@link hplhetero.hpl.swap.RowPermutation}.
 */
package hplhetero.hpl.swap;
