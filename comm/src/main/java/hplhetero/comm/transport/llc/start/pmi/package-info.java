/**
 * The start of ranks that mpirun, mpiexec or srun has started: they learn of each other by what such a program offers. This is PMIx, by its
 * library, or PMI 1, by an inherited socket. No MPI library takes part.
 *
 * <p>Owns: who started this process, the functions of libpmix, the lines of PMI 1. Must not know: translators, our own launcher.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.llc.start.pmi.Starter}, then {@code PmixStore} and {@code Pmi1Store}.
 */
package hplhetero.comm.transport.llc.start.pmi;
