/**
 * From a process to a rank: who started it, which transport it opens, what watches while it does, and how rank 0 tells the others
 * what it is asked for.
 *
 * <p>Owns: these first steps. Must not know: commands, what the ranks will do.
 *
 * <p>Start reading at {@link hplhetero.run.start.Transports}.
 */
package hplhetero.run.start;
