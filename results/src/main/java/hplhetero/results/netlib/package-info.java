/**
 * Netlib HPL's text of a sweep, which public tools parse, written and read.
 *
 * <p>Owns: every character of it, and what of such texts can be read back. Must not know: how our own lines come about, who asks for
 * a file.
 *
 * <p>Start reading at {@link hplhetero.results.netlib.NetlibReport} and {@link hplhetero.results.netlib.NetlibReader}.
 */
package hplhetero.results.netlib;
