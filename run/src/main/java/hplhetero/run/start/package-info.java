/**
 * The way from a process to a rank: who started it, which transport it opens, what watches the opening, and how rank 0 tells the others
 * what it is asked for.
 *
 * <p>Owns: these first steps. Must not know: commands, or what the ranks will do.
 *
 * <p>Start reading at {@link hplhetero.run.start.Transports}.
 */
package hplhetero.run.start;
