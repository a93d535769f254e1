/**
 * What this computer is: processor, cores, memory that may be taken, theoretical peak, cache folder.
 *
 * <p>Owns: reading {@code /proc}, {@code /sys} and OSHI. Must not know: commands, cases, kernels. What is
 * slow to find out is kept in the user's cache folder.
 *
 * <p>Start reading at {@link hplhetero.run.machine.Machine}.
 */
package hplhetero.run.machine;
