/**
 * Netlib HPL's text of a sweep, which public tools parse.
 *
 * <p>Owns: every character of it. Must not know: our own lines, who opens files.
 *
 * <p>Start reading at {@link hplhetero.results.netlib.NetlibReport}.
 */
package hplhetero.results.netlib;
