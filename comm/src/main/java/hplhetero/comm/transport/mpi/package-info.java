/**
 * The transport {@code mpi}: ranks are processes that an MPI launcher started, and libmpi is called through java.lang.foreign. Nothing is
 * compiled against an MPI: the library is found at run time and its ABI recognised.
 *
 * <p>Owns: finding and loading the library, the three ABIs, requests, the translation of MPI's errors. Must not know: collectives' insides,
 * what the bytes mean. All calls into MPI are made by the thread that opened the transport (MPI_THREAD_FUNNELED); none is made after a
 * failure.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.mpi.MpiTransport}, then {@code MpiRank}, the state of MPI in one process. {@code
 * MpiLibrary} finds the library, {@code MpiAbi} has the constants of each ABI, {@code MpiFunctions} the calls.
 */
package hplhetero.comm.transport.mpi;
