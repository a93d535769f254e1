/**
 * What a user gets: netlib's text, what we add to it, and JSON.
 *
 * <p>Owns: the formats. Must not know: how a case is read or solved, who opens files or ends the
 * program. Netlib's text is an interface which public tools parse; {@link
 * hplhetero.results.ExtrasReport} keeps to lines that none of them takes for its own.
 *
 * <p>Start reading at {@link hplhetero.results.NetlibReport}.
 */
package hplhetero.results;
