/**
 * Results as CSV (RFC 4180), for spreadsheets.
 *
 * <p>Owns: the columns. Must not know: where the tests come from, who asks for a file.
 *
 * <p>Start reading at {@link hplhetero.results.csv.CsvText}.
 */
package hplhetero.results.csv;
