package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Communicator;
import hplhetero.hpl.pfact.place.PanelPlaces;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.workers.WorkerPool;
import java.util.function.BooleanSupplier;

/**
 * What one rank needs to take part in a case.
 *
 * @param ranks     communicator of the ranks of the case, numbered as in its map
 * @param siteOf    site of each rank of {@code ranks}, equal on all ranks
 * @param kernels   kernels of this rank
 * @param pool      workers of this rank
 * @param panels    the choice of who factors this rank's panels
 * @param recording what to record while the clock runs
 * @param ending    tells whether this rank was told to write the state of the test, where it may, and to end
 * @param trust     what is tested while the clock runs
 * @param bytesPerSecond bytes a second that a rank is taken to send, and receive
 * @param agreement agreements among {@code ranks}
 */
record RankContext(Communicator ranks, int[] siteOf, DenseKernels kernels, WorkerPool pool, PanelPlaces panels, Recording recording,
                   BooleanSupplier ending, TrustSettings trust, double bytesPerSecond, Agreement agreement) {

    RankContext(Communicator ranks, int[] siteOf, DenseKernels kernels, WorkerPool pool, PanelPlaces panels, Recording recording,
            BooleanSupplier ending, TrustSettings trust, double bytesPerSecond) {
        this(ranks, siteOf, kernels, pool, panels, recording, ending, trust, bytesPerSecond, new Agreement(ranks));
    }

    /**
     * Returns the times by which this rank chooses who factors the panels of a case; measures them where they are not known. Where several
     * ranks factor a panel together, they agree on the times, so that they choose alike. Collective over the ranks of the case.
     */
    PanelTimes panelTimes(HplCase hplCase) {
        boolean alone = hplCase.p() == 1;
        PanelTimes mine = panels.of(Math.ceilDiv(hplCase.n(), hplCase.p()), hplCase.blockSize(), hplCase.panel(), alone);
        return alone ? mine : mine.agreed(agreement::largest);
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
