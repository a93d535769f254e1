/**
 * From a process to a rank: who started it, which transport it opens, and what watches while it does.
 *
 * <p>Owns: these first steps. Must not know: commands, what the ranks will do.
 *
 * <p>Start reading at {@link hplhetero.run.start.Transports}.
 */
package hplhetero.run.start;
