package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Place;
import hplhetero.hpl.lu.Tags;
import hplhetero.hpl.update.WorkerPool;

/** Solves cases on the ranks of a world; one instance a rank, alive for a whole sweep. */
public final class HplSolver implements AutoCloseable {
    private final Communicator world;
    private final DenseKernels kernels;
    private final WorkerPool pool;
    private final SolveListener listener;
    private boolean warm;

    /**
     * @param world    all ranks of the run
     * @param kernels  this rank's kernels
     * @param workers  this rank's worker threads, &gt;= 1, the calling thread included
     * @param listener hears of progress on rank 0
     */
    public HplSolver(Communicator world, DenseKernels kernels, int workers, SolveListener listener) {
        this.world = world;
        this.kernels = kernels;
        this.listener = listener;
        pool = new WorkerPool(workers, "rank-" + world.rank(), WorkerPool.coresFor(world.size() * workers));
    }

    /**
     * Generates, warms up, solves and checks one case. Collective over the world; ranks beyond P*Q idle.
     *
     * @return the result on rank 0, null elsewhere
     */
    public CaseResult solve(HplCase hplCase) {
        if (hplCase.ranks() > world.size()) {
            throw new IllegalArgumentException("P*Q=" + hplCase.ranks() + " ranks=" + world.size() + ": start as many ranks as P*Q");
        }
        Communicator ranks = world.split(world.rank() < hplCase.ranks() ? 0 : Communicator.NO_COLOR, world.rank());
        CaseResult result = null;
        if (ranks != null) {
            result = new CaseRun(hplCase, ranks, kernels, pool, listener).run(!warm);
            warm |= hplCase.n() >= CaseRun.WORTH_WARMING;
        }
        Collectives.Barrier barrier = Collectives.of(world).barrier(Tags.AGREEMENT);
        barrier.start();
        Await.done(barrier);
        return result;
    }

    /** Bytes that all ranks of a case take together, work space included. */
    public static long memoryBytes(HplCase hplCase, int workers) {
        BlockMap map = BlockMap.of(hplCase);
        long sum = 0;
        for (int rank = 0; rank < hplCase.ranks(); rank++) {
            sum += CaseRun.bytes(hplCase, new Place(map, rank), workers);
        }
        return sum;
    }

    /** Bytes that one rank of a case takes, work space included. */
    public static long memoryBytes(HplCase hplCase, Place place, int workers) {
        return CaseRun.bytes(hplCase, place, workers);
    }

    @Override
    public void close() {
        pool.close();
    }
}
