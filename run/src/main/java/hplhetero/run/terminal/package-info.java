/**
 * What a person at a terminal meets: error lines, exit codes, where a report goes, how wide lines are, what is said last.
 *
 * <p>Owns: the one line that tells what went wrong, and the one that tells how a run ended; what is known of the terminal. Must not know:
 * commands, ranks, tests.
 *
 * <p>Start reading at {@link hplhetero.run.terminal.ErrorReport}.
 */
package hplhetero.run.terminal;
