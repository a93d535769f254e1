/**
 * The factorization as a loop over panels, and what a rank needs for it: its communicators.
 * Must not know: kernels' or messages' inside. Start reading at {@link hplhetero.hpl.lu.LuFactorization}.
 */
package hplhetero.hpl.lu;
