/**
 * What a user gets: the records that reports are made of, and what their formats share.
 *
 * <p>Owns: the description of a sweep, C's number formats, files that appear whole. Must not know: how a case is read or solved, who
 * opens files or ends the program. Each format has a package below this one.
 *
 * <p>Start reading at {@link hplhetero.results.RunDescription}, then {@link hplhetero.results.netlib.NetlibReport}.
 */
package hplhetero.results;
