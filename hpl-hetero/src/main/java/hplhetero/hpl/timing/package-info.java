/**
 * Where the time of a solve goes. Must not know: what the phases do.
 * Start reading at {@link hplhetero.hpl.timing.PhaseTimers}.
 */
package hplhetero.hpl.timing;
