/**
 * Results as tables in text: CSV (RFC 4180) for spreadsheets, and Markdown for people who paste a table into an issue or a page.
 *
 * <p>Owns: the columns. Must not know: where the tests come from, who asks for a file.
 *
 * <p>Start reading at {@link hplhetero.results.csv.CsvText}.
 */
package hplhetero.results.csv;
