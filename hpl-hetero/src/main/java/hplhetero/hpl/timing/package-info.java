/**
 * The measurement of where the time of a solve goes.
 *
 * <p>Owns: the sums by phase and worker, and the time series of a run as each rank records it. Must not know: what is done in the phases.
 *
 * <p>Start reading at {@link hplhetero.hpl.timing.PhaseTimers}.
 */
package hplhetero.hpl.timing;
