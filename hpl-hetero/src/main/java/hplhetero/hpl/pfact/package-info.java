/**
 * The factorization of one panel, shared by the ranks of a process column: recursive, with one exchange for each column.
 *
 * <p>Owns: the recursion, and the pivot search with its exchange. Must not know: the trailing matrix, broadcasts.
 *
 * <p>Start reading at {@link hplhetero.hpl.pfact.PanelFactorization}.
 */
package hplhetero.hpl.pfact;
