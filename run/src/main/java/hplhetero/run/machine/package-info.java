/**
 * What this computer is: processor, cores, memory that may be taken, theoretical peak, kernels and their rates, and how ranks are bound to
 * cores.
 *
 * <p>Owns: reading {@code /proc}, {@code /sys} and OSHI. Must not know: commands, cases, other hosts. What is slow to find out is kept in
 * the user's cache folder.
 *
 * <p>Start reading at {@link hplhetero.run.machine.Machine}.
 */
package hplhetero.run.machine;
