package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Communicator;

/** Solves cases on the ranks of a world; one instance a rank, alive for a whole sweep. */
public final class HplSolver implements AutoCloseable {

    /**
     * @param world    all ranks of the run
     * @param kernels  this rank's kernels
     * @param workers  this rank's worker threads, &gt;= 1, the calling thread included
     * @param listener hears of progress on rank 0
     */
    public HplSolver(Communicator world, DenseKernels kernels, int workers, SolveListener listener) {
        throw new UnsupportedOperationException("not built yet");
    }

    /**
     * Generates, warms up, solves and checks one case. Collective over the world; ranks beyond P*Q idle.
     *
     * @return the result on rank 0, null elsewhere
     */
    public CaseResult solve(HplCase hplCase) {
        throw new UnsupportedOperationException("not built yet");
    }

    /**
     * Bytes that all ranks of a case take together, work space included.
     */
    public static long memoryBytes(HplCase hplCase, int workers) {
        throw new UnsupportedOperationException("not built yet");
    }

    @Override
    public void close() {
    }
}
