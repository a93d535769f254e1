/**
 * The rules of text and files that several formats share: numbers as C prints them, outside text made fit for a line, files written whole.
 *
 * <p>Owns: these rules, and tables and folded text for people. Must not know: what a sweep is, or any format.
 *
 * <p>Start reading at {@link hplhetero.results.format.CFormat}.
 */
package hplhetero.results.format;
