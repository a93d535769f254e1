/**
 * The texts that people write: lines, numbers, lists, words with numbers of HPL.dat.
 *
 * <p>Owns: how such texts are read, and the exception that says what is wrong. Must not know: what the texts mean to a run.
 *
 * <p>Start reading at {@link hplhetero.input.text.TextFile} and {@link hplhetero.input.text.InputException}.
 */
package hplhetero.input.text;
