/**
 * What a user reads of the command line: options under headings in {@code --help} and in the man page, and completion for shells.
 *
 * <p>Owns: headings, and which option stands below which. Must not know: what any option does.
 *
 * <p>Start reading at {@link hplhetero.run.help.GroupedHelp}.
 */
package hplhetero.run.help;
