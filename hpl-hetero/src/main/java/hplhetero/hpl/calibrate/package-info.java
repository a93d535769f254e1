/**
 * What the planner wants to know of ranks and links, measured: the trailing update and the panel as a run does them, on all ranks at
 * once, and messages between them.
 *
 * <p>Owns: how long and how often is measured, the fit of the cost models, what a finished run corrects. Must not know: maps that are to be
 * made of it, files, command lines.
 *
 * <p>Start reading at {@link hplhetero.hpl.calibrate.Calibration}.
 */
package hplhetero.hpl.calibrate;
