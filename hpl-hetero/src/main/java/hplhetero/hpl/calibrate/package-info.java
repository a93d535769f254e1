/**
 * Measurements of ranks and links for the planner. Every rank measures trailing updates and panels as a run does them, all ranks at once,
 * and ranks exchange messages.
 *
 * <p>This package owns how long and how often is measured, the fit of the cost models, and what a finished run corrects. It must not know
 * the maps that are made from its results, nor files or command lines.
 *
 * <p>Start reading at {@link hplhetero.hpl.calibrate.Calibration}.
 */
package hplhetero.hpl.calibrate;
