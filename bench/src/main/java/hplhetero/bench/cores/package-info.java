/**
 * Many cores in virtual time: the real worker pool, panels and update run with kernels that compute nothing and only take the time of a
 * model, so that a rank with 128 workers can be seen on two cores.
 *
 * <p>Owns: the virtual clock, and the model of a core. Must not know: what a benchmark prints.
 *
 * <p>Start reading at {@link hplhetero.bench.cores.VirtualCores}.
 */
package hplhetero.bench.cores;
