/**
 * The factorization of one panel, shared by the ranks of a process column: recursive, with one exchange a column.
 * Must not know: the trailing matrix, broadcasts. Start reading at {@link hplhetero.hpl.pfact.PanelFactorization}.
 */
package hplhetero.hpl.pfact;
