/**
 * What several formats need: numbers as C prints them, text from outside made fit for a line, files that appear whole.
 *
 * <p>Owns: these rules. Must not know: what a sweep is, or any format.
 *
 * <p>Start reading at {@link hplhetero.results.format.CFormat}.
 */
package hplhetero.results.format;
