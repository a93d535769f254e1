package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Communicator;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.workers.WorkerPool;
import java.util.function.BooleanSupplier;

/**
 * What one rank needs to take part in a case.
 *
 * @param ranks     communicator of the ranks of the case, numbered as in its map
 * @param siteOf    site of each rank of {@code ranks}, equal on all ranks
 * @param kernels   kernels of this rank
 * @param pool      workers of this rank
 * @param recording what to record while the clock runs
 * @param ending    tells whether this rank was told to write the state of the test, where it may, and to end
 * @param trust     what is tested while the clock runs
 * @param bytesPerSecond bytes a second that a rank is taken to send, and receive
 * @param agreement agreements among {@code ranks}
 */
record RankContext(Communicator ranks, int[] siteOf, DenseKernels kernels, WorkerPool pool, Recording recording, BooleanSupplier ending,
                   TrustSettings trust, double bytesPerSecond, Agreement agreement) {

    RankContext(Communicator ranks, int[] siteOf, DenseKernels kernels, WorkerPool pool, Recording recording, BooleanSupplier ending,
            TrustSettings trust, double bytesPerSecond) {
        this(ranks, siteOf, kernels, pool, recording, ending, trust, bytesPerSecond, new Agreement(ranks));
    }

    /**
     * Returns whether the map of a case follows the ranks' speeds: where that was asked for, and neither a device nor carried checksums
     * hold blocks in their places. Collective.
     */
    boolean follows(HplCase hplCase) {
        return hplCase.rebalance().follows() && HplSolver.canFollow(hplCase) && !trust.verifies() && trust.flips().isEmpty()
                && agreement.largest(kernels.device().isPresent() ? 1 : 0) == 0;
    }
}
