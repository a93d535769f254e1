/**
 * The factorization as a loop over panels, and what a rank needs for it.
 *
 * <p>Owns: the order of the steps, the look-ahead, what is done while messages are on their way; the work space and the communicators. Must
 * not know: what kernels, panels, row swaps and updates do inside.
 *
 * <p>Start reading at {@link hplhetero.hpl.lu.PanelSteps}, then {@link hplhetero.hpl.lu.LuFactorization}.
 */
package hplhetero.hpl.lu;
