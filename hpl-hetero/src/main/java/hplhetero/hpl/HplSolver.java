package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.lu.GridCommunicators;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapCheck;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.workers.WorkerPool;
import java.util.List;
import java.util.function.Function;

/** Solves cases on the ranks of a world; one instance a rank, alive for a whole sweep. */
public final class HplSolver implements AutoCloseable {
    /** Worth as much warm-up as any. */
    private static final int LARGE_ORDER = 10_000;

    private final Communicator world;
    private final DenseKernels kernels;
    private final WorkerPool pool;
    private final SolveListener listener;
    private int[] siteOf;
    private Recording recording = Recording.TIME_SERIES;
    private HostMeter meter = HostMeter.NONE;
    private final WarmupState warmupState = new WarmupState();

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
     * Tells at which site each rank of the world sits, as measured or read from a file: from now on panels and rows of U cross to each
     * other site once. All ranks are to be told the same.
     *
     * @throws IllegalArgumentException when there are not as many as ranks
     */
    public void useSites(List<Integer> siteOf) {
        if (siteOf.size() != world.size()) {
            throw new IllegalArgumentException("siteOf.size=" + siteOf.size() + " ranks=" + world.size() + ": give the site of each rank");
        }
        this.siteOf = siteOf.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Runs record this from now on, a time series unless this is called; all ranks are to be told the same. */
    public void record(Recording recording) {
        this.recording = recording;
    }

    /** Has this rank measure its host from now on; one rank of each host is to, and of several that take part in a case the first. */
    public void useMeter(HostMeter meter) {
        this.meter = meter;
    }

    /**
     * Whether ranks that a panel of the case goes to sit at several sites: it then goes by the case's algorithm within its owner's site
     * only.
     */
    public boolean crossesSites(HplCase hplCase) {
        return hplCase.n() > 0 && GridCommunicators.crossSites(BlockMap.of(hplCase).grid(), siteOf);
    }

    /** Whether rows of the case are swapped between sites: always by spread-roll. */
    public boolean partsColumns(HplCase hplCase) {
        return hplCase.n() > 0 && GridCommunicators.partColumns(BlockMap.of(hplCase).grid(), siteOf);
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
        return among(hplCase, context -> new CaseRun(hplCase, context, listener, meter).run(new WarmUp(context, warmupState)));
    }

    /** Kernels that have failed say why, in whichever thread they were called; they could be used before, so the input was no mistake. */
    private static RuntimeException forPeople(RuntimeException problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof KernelException) {
                return new CommException(cause.getMessage(), cause == problem ? new IllegalStateException(problem) : problem);
            }
        }
        return problem;
    }

    /** Has the ranks of a case do something, and the others wait for them. */
    private CaseResult among(HplCase hplCase, Function<RankContext, CaseResult> action) {
        boolean member = hplCase.map() instanceof MapSpec.Explicit || world.rank() < hplCase.ranks();
        Communicator ranks = world.split(member ? 0 : Communicator.NO_COLOR, world.rank());
        CaseResult result = null;
        if (ranks != null) {
            try {
                result = action.apply(new RankContext(ranks, siteOf, kernels, pool, recording));
            } catch (IllegalStateException | KernelException e) {
                throw forPeople(e);
            }
            ranks.free();
        }
        world.activity().phase("waiting for the other ranks", -1);
        Collectives.Barrier barrier = CollectiveAlgorithms.of(world).barrier(Tags.AGREEMENT);
        barrier.start();
        Await.done(barrier);
        return result;
    }

    /**
     * What a run does before its clock starts, so that it need not do it again after a calibration, which may serve larger ones too.
     * Collective over the world.
     *
     * @param next the run that comes, or one like it
     */
    public void warmUp(HplCase next) {
        HplCase large = next.with(Math.max(next.n(), LARGE_ORDER), next.nb(), next.threshold());
        among(large, context -> {
            new WarmUp(context, warmupState).before(large);
            return null;
        });
    }

    /** This rank's workers, idle between solves. */
    public WorkerPool pool() {
        return pool;
    }

    @Override
    public void close() {
        pool.close();
    }
}
