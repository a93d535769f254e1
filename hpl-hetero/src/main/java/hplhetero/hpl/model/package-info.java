/**
 * The time model of a run: the run is replayed panel by panel with a clock for each rank instead of a matrix.
 *
 * <p>This package owns what a step costs, and who waits for whom. It must not know how maps are found, nor which algorithms there are:
 * {@code model.messages} tells what their messages are. Pure.
 *
 * <p>Start reading at {@link hplhetero.hpl.model.TimeModel}, then {@code RunReplay}.
 */
package hplhetero.hpl.model;
