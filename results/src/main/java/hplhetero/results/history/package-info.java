/**
 * Results of earlier runs.
 *
 * <p>Owns: what is kept of them, and how they are found again. Must not know: who runs tests, what is drawn.
 *
 * <p>Start reading at {@link hplhetero.results.history.HistoryEntry}.
 */
package hplhetero.results.history;
