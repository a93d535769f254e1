package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Communicator;
import hplhetero.hpl.workers.WorkerPool;

/**
 * What one rank needs to take part in a case.
 *
 * @param ranks     communicator of the ranks of the case, numbered as in its map
 * @param siteOf    site of each rank of {@code ranks}, equal on all ranks
 * @param kernels   kernels of this rank
 * @param pool      workers of this rank
 * @param recording what to record while the clock runs
 * @param agreement agreements among {@code ranks}
 */
record RankContext(Communicator ranks, int[] siteOf, DenseKernels kernels, WorkerPool pool, Recording recording,
                   Agreement agreement) {

    RankContext(Communicator ranks, int[] siteOf, DenseKernels kernels, WorkerPool pool, Recording recording) {
        this(ranks, siteOf, kernels, pool, recording, new Agreement(ranks));
    }
}
