/**
 * Measures what the planner wants to know of ranks and links: the trailing update and the panel as a run does them, on
 * all ranks at once, and messages between them. Corrects it by what runs have shown. Must not know: maps that are to be made of it, files,
 * command lines. Start reading at {@link hplhetero.hpl.calibrate.Calibration}.
 */
package hplhetero.hpl.calibrate;
