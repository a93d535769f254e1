/**
 * A report to look at: one HTML file that needs no other file.
 *
 * <p>Owns: what the report shows of a sweep, in which order and words, and its style sheet. Must not know: how pictures are drawn, which is
 * the chart package's task, who keeps the history, who asked for a report.
 *
 * <p>Start reading at {@link hplhetero.results.html.HtmlPage}. Its template is {@code report.html} among the resources, that of
 * burn-ins {@code burnin.html}; both begin with {@code head.html}. Mustache fills a template and escapes everything that the
 * template does not mark as a picture.
 */
package hplhetero.results.html;
