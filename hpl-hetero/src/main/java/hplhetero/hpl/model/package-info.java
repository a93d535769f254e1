/**
 * The time of a run, replayed panel by panel with a clock for each rank instead of a matrix.
 *
 * <p>Owns: what a step costs, and who waits for whom. Must not know: how maps are found; which algorithms there are, of whose messages
 * {@code model.messages} tells. Pure.
 *
 * <p>Start reading at {@link hplhetero.hpl.model.TimeModel}, then {@code RunReplay}.
 */
package hplhetero.hpl.model;
