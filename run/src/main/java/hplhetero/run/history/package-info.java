/**
 * What users ask of earlier results: {@code hpl history}, {@code hpl compare}, {@code hpl import}.
 *
 * <p>Owns: these commands, by which words results are named, how they are shown. Must not know: how results are kept, what makes two of
 * them differ.
 *
 * <p>Start reading at {@link hplhetero.run.history.HistoryCommand} and {@link hplhetero.run.history.CompareCommand}.
 */
package hplhetero.run.history;
