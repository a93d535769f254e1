/**
 * A report to look at: one HTML file that needs nothing else.
 *
 * <p>Owns: what it shows of a sweep, in which order and words, and its style sheet. Must not know: how pictures are drawn, which is the
 * chart package's, who keeps the history, who asked for a report.
 *
 * <p>Start reading at {@link hplhetero.results.html.HtmlPage}; {@code report.html} among the resources is its template, filled by
 * Mustache, which escapes whatever is not said to be a picture.
 */
package hplhetero.results.html;
