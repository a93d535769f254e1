package hplhetero.hpl;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.hpl.balance.Cluster;
import hplhetero.hpl.balance.probe.Calibration;
import hplhetero.hpl.balance.probe.CalibrationRequest;
import hplhetero.hpl.balance.probe.ClusterStore;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Place;
import hplhetero.hpl.lu.Links;
import hplhetero.hpl.lu.Tags;
import hplhetero.hpl.update.WorkerPool;

/** Solves cases on the ranks of a world; one instance a rank, alive for a whole sweep. */
public final class HplSolver implements AutoCloseable {
    /** Worth as much rehearsal as any. */
    private static final int LARGE_ORDER = 10_000;

    private final Communicator world;
    private final DenseKernels kernels;
    private final WorkerPool pool;
    private final SolveListener listener;
    private int[] siteOf;
    private final Warmth warmth = new Warmth();

    /** For ranks that are all on one host, with as many workers each. */
    public HplSolver(Communicator world, DenseKernels kernels, int workers, SolveListener listener) {
        this(world, kernels, workers, world.size() * workers, listener);
    }

    /**
     * @param world       all ranks of the run
     * @param kernels     this rank's kernels
     * @param workers     this rank's worker threads, &gt;= 1, the calling thread included
     * @param sharing     the worker threads that share this rank's cores, its own included; where they are more than the
     *                    cores, waiting ranks give way
     * @param listener    hears of progress on rank 0
     */
    public HplSolver(Communicator world, DenseKernels kernels, int workers, int sharing, SolveListener listener) {
        this.world = world;
        this.kernels = kernels;
        this.listener = listener;
        siteOf = new int[world.size()];
        boolean coresForAll = WorkerPool.coresFor(sharing);
        if (!coresForAll) {
            world.shareCores();
        }
        pool = new WorkerPool(workers, "rank-" + world.rank(), coresForAll, world.activity());
    }

    /**
     * Tells at which site each rank of the world sits, as measured or read from a file: from now on panels cross to each other site once. All
     * ranks are to be told the same.
     *
     * @throws IllegalArgumentException when there are not as many as ranks
     */
    public void useSites(List<Integer> siteOf) {
        if (siteOf.size() != world.size()) {
            throw new IllegalArgumentException("siteOf.size=" + siteOf.size() + " ranks=" + world.size() + ": give the site of each rank");
        }
        this.siteOf = siteOf.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Whether ranks that a panel of the case goes to sit at several sites: it then goes by the case's algorithm within its owner's site
     * only.
     */
    public boolean crossesSites(HplCase hplCase) {
        return hplCase.n() > 0 && Links.crossSites(BlockMap.of(hplCase).grid(), siteOf);
    }

    /**
     * Generates, warms up, solves and checks one case. Collective over the world; ranks beyond P*Q idle. An explicit map
     * may leave out any rank, rank 0 too: then there is nobody who hears of progress.
     *
     * @return the result on rank 0, null elsewhere
     * @throws IllegalArgumentException when there are too few ranks, or the map does not fit the case
     */
    public CaseResult solve(HplCase hplCase) {
        MapCheck.problem(hplCase).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        if (hplCase.ranks() > world.size()) {
            throw new IllegalArgumentException(hplCase.map() instanceof MapSpec.Explicit
                    ? "map: rank=" + (hplCase.ranks() - 1) + " owns cells, ranks=" + world.size() + ": start more ranks, or plan for these"
                    : "P*Q=" + hplCase.ranks() + " ranks=" + world.size() + ": start as many ranks as P*Q");
        }
        return among(hplCase, run -> run.run(warmth));
    }

    /** Has the ranks of a case do something, and the others wait for them. */
    private CaseResult among(HplCase hplCase, Function<CaseRun, CaseResult> action) {
        boolean member = hplCase.map() instanceof MapSpec.Explicit || world.rank() < hplCase.ranks();
        Communicator ranks = world.split(member ? 0 : Communicator.NO_COLOR, world.rank());
        CaseResult result = null;
        if (ranks != null) {
            result = action.apply(new CaseRun(hplCase, ranks, siteOf, kernels, pool, listener));
            ranks.free();
        }
        world.activity().phase("waiting for the other ranks", -1);
        Collectives.Barrier barrier = Collectives.of(world).barrier(Tags.AGREEMENT);
        barrier.start();
        Await.done(barrier);
        return result;
    }

    /**
     * Measures all ranks and the links between them, or takes what the store knows. Collective over the world.
     *
     * @param store    asked on rank 0
     * @param progress hears on rank 0 what is being done
     * @return the same on every rank
     */
    public Cluster calibrate(CalibrationRequest request, ClusterStore store, Consumer<String> progress) {
        world.activity().phase("calibrating", -1);
        return new Calibration(world, kernels, pool, request, () -> rehearse(request.next()), progress).run(store);
    }

    /** What a run does before its clock starts, so that it need not do it again after a calibration, which may serve larger ones too. */
    private void rehearse(HplCase next) {
        among(next.with(Math.max(next.n(), LARGE_ORDER), next.nb(), next.threshold()), run -> {
            run.warmUp(warmth);
            return null;
        });
        world.activity().phase("measuring", -1);
    }

    /** Bytes that all ranks of a case take together, work space included. */
    public static long memoryBytes(HplCase hplCase, int workers) {
        return memoryBytes(hplCase, IntStream.range(0, hplCase.ranks()).boxed().toList(), rank -> workers);
    }

    /**
     * Bytes that some ranks take together, work space included.
     *
     * @param ranks   those that the case does not need take nothing
     * @param workers of a rank
     */
    public static long memoryBytes(HplCase hplCase, List<Integer> ranks, IntUnaryOperator workers) {
        BlockMap map = BlockMap.of(hplCase);
        long sum = 0;
        for (int rank : ranks) {
            sum += rank < hplCase.ranks() ? CaseRun.bytes(hplCase, new Place(map, rank), workers.applyAsInt(rank)) : 0;
        }
        return sum;
    }

    /** Bytes that one rank takes, work space included. */
    public static long memoryBytes(HplCase hplCase, int rank, int workers) {
        return memoryBytes(hplCase, new Place(BlockMap.of(hplCase), rank), workers);
    }

    /** The same, where the rank's place on the map is known already. */
    public static long memoryBytes(HplCase hplCase, Place place, int workers) {
        return CaseRun.bytes(hplCase, place, workers);
    }

    @Override
    public void close() {
        pool.close();
    }
}
