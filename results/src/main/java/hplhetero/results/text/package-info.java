/**
 * The lines that this program adds for people: what a sweep ran on, where its time went, plans in words.
 *
 * <p>Owns: these lines, which no parser of netlib's text mistakes for netlib's own. Must not know: who opens the stream.
 *
 * <p>Start reading at {@link hplhetero.results.text.ExtrasReport}, then {@link hplhetero.results.text.PlanReport}.
 */
package hplhetero.results.text;
