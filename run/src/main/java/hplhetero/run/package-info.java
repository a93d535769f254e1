/**
 * The program: commands, the wiring of transport, kernels and solver, and exit codes.
 *
 * <p>Owns: the wiring. Only the packages of this module know all other modules, and no other module depends on it. It names only packages
 * that modules export, and finds transports and kernels by name.
 *
 * <p>Start reading at {@link hplhetero.run.Main}, then {@link hplhetero.run.RunCommand} and {@link hplhetero.run.sweep.RunCoordinator}.
 * Package {@code hplhetero.run.job} shows how ranks work together.
 */
package hplhetero.run;
