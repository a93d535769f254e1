/**
 * The text that netlib HPL writes of a sweep and public tools parse: writing and reading it.
 *
 * <p>Owns: every character of netlib's text, and which facts can be read back from such texts. Must not know: how this program's own lines
 * come about, who asks for a file.
 *
 * <p>Start reading at {@link hplhetero.results.netlib.NetlibReport} and {@link hplhetero.results.netlib.NetlibReader}.
 */
package hplhetero.results.netlib;
