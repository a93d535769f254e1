/**
 * The program: commands, the wiring of transport, kernels and solver, exit codes.
 *
 * <p>Owns: the only place that knows all the modules. Nothing depends on it. Of the modules' parts only
 * their exported packages are named here; transports and kernels are found by name.
 *
 * <p>Start reading at {@link hplhetero.run.Main}, then {@link hplhetero.run.RunCommand} and
 * {@link hplhetero.run.sweep.RunCoordinator}; {@code hplhetero.run.job} has how ranks work together.
 */
package hplhetero.run;
