package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Communicator;
import hplhetero.hpl.workers.WorkerPool;

/**
 * With what one rank takes part in a case.
 *
 * @param ranks     those of the case, numbered as in its map
 * @param siteOf    site of each of {@code ranks}, the same on all of them
 * @param kernels   this rank's
 * @param pool      this rank's workers
 * @param recording what to record while the clock runs
 * @param agreement among {@code ranks}
 */
record RankContext(Communicator ranks, int[] siteOf, DenseKernels kernels, WorkerPool pool, Recording recording,
                   Agreement agreement) {

    RankContext(Communicator ranks, int[] siteOf, DenseKernels kernels, WorkerPool pool, Recording recording) {
        this(ranks, siteOf, kernels, pool, recording, new Agreement(ranks));
    }
}
