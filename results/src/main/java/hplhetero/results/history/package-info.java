/**
 * The results of earlier runs (docs/history.md).
 *
 * <p>Owns: what is kept of earlier runs, the files that hold it, and how it is found again. Must not know: who runs tests, what is drawn,
 * where the user's folder is.
 *
 * <p>Start reading at {@link hplhetero.results.history.History} and {@link hplhetero.results.history.KeptTest}.
 */
package hplhetero.results.history;
