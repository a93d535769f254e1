/**
 * {@code hpl net bench}: times all algorithms of a collective, and what a selector makes of them, on the ranks of a transport or in virtual
 * time.
 *
 * <p>Owns: the timing and its tables. Must not know: runs of HPL, kernels, how algorithms work.
 *
 * <p>Start reading at {@link hplhetero.run.net.bench.BenchCommand}; {@code RealBench} and {@code VirtualBench} do the timing.
 */
package hplhetero.run.net.bench;
