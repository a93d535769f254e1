/**
 * What a person at a terminal meets: error lines, exit codes, where a report goes.
 *
 * <p>Owns: the one line that tells what went wrong. Must not know: commands, ranks, tests.
 *
 * <p>Start reading at {@link hplhetero.run.terminal.ErrorReport}.
 */
package hplhetero.run.terminal;
