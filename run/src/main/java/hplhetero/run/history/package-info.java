/**
 * The commands for earlier results: {@code hpl history}, {@code hpl compare}, {@code hpl import}.
 *
 * <p>Owns: these commands, the words that name results, and how results are shown. Must not know: how results are kept, or what makes two
 * of them differ.
 *
 * <p>Start reading at {@link hplhetero.run.history.HistoryCommand} and {@link hplhetero.run.history.CompareCommand}.
 */
package hplhetero.run.history;
