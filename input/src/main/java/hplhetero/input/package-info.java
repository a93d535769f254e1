/**
 * The requests of a user: HPL.dat, the options that override it, the words for maps of blocks, and the tests that follow from them.
 *
 * <p>Owns: the rules and messages for all of these. Must not know: how a case is solved, who prints a result, the command line's library.
 * Everything a user can get wrong is an {@link hplhetero.input.text.InputException} whose message can be shown as it is.
 *
 * <p>Start reading at {@link hplhetero.input.HplDatReader}, then {@link hplhetero.input.CaseExpander}; the syntax of maps is at
 * {@link hplhetero.input.MapSpecReader}.
 */
package hplhetero.input;
