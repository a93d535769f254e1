package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.adapt.MoveRule;
import hplhetero.hpl.checkpoint.CheckpointPlan;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.lu.GridCommunicators;
import hplhetero.hpl.pfact.place.PanelPlaces;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapCheck;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.workers.WorkerPool;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/** The solver of cases on the ranks of a world. Each rank has one instance, which lives for a whole sweep. */
public final class HplSolver implements AutoCloseable {
    /** Order from which a case is worth as much warm-up as any larger one. */
    private static final int LARGE_ORDER = 10_000;
    /** Most seconds that each part of a brief warm-up takes. */
    private static final double BRIEF_WARM_UP_SECONDS = 1;
    /** Bytes a second between ranks of which nothing is known: those of a link of 1 Gbit/s. */
    private static final double USUAL_BYTES_PER_SECOND = 1e8;

    private final Communicator world;
    private final DenseKernels kernels;
    private final WorkerPool pool;
    private PanelPlaces panelPlaces;
    private final SolveListener listener;
    private int[] siteOf;
    private Recording recording = Recording.TIME_SERIES;
    private HostMeter meter = HostMeter.NONE;
    private BooleanSupplier ending = () -> false;
    private TrustSettings trust = TrustSettings.NONE;
    private double bytesPerSecond = USUAL_BYTES_PER_SECOND;
    private RankProgress progress = RankProgress.NONE;
    private final WarmupState warmupState = new WarmupState();

    /**
     * Makes the solver for ranks that are all on one host.
     *
     * @param world    all ranks of the run
     * @param kernels  this rank's kernels
     * @param workers  number of this rank's worker threads, &gt;= 1, the calling thread included
     * @param listener hears of progress, on rank 0
     */
    public HplSolver(Communicator world, DenseKernels kernels, int workers, SolveListener listener) {
        this(world, kernels, workers, world.size() * workers, listener, worker -> { });
    }

    /**
     * Makes the solver and starts this rank's workers.
     *
     * @param world    all ranks of the run
     * @param kernels  this rank's kernels
     * @param workers  number of this rank's worker threads, &gt;= 1, the calling thread included
     * @param sharing  number of worker threads on the hardware threads that this process may use, this rank's own included; where they
     *                 are more than the hardware threads, waiting ranks yield
     * @param listener hears of progress, on rank 0
     * @param atStart  called once on the thread of each worker but worker 0, with the worker's number, such as to bind it to a core
     */
    public HplSolver(Communicator world, DenseKernels kernels, int workers, int sharing, SolveListener listener, IntConsumer atStart) {
        this.world = world;
        this.kernels = kernels;
        this.listener = listener;
        siteOf = new int[world.size()];
        boolean allAtOnce = WorkerPool.canRunAtOnce(sharing);
        if (!allAtOnce) {
            world.shareCores();
        }
        pool = new WorkerPool(workers, "rank-" + world.rank(), allAtOnce, world.activity(), atStart);
        panelPlaces = new PanelPlaces(kernels, pool);
    }

    /**
     * Tells at which site each rank of the world sits; a site is a group of hosts behind one shared, slower link. From now on a panel, and
     * each row of U, crosses to each other site only once. All ranks must be told the same. Before this call all ranks count as at one
     * site.
     *
     * @param siteOf number of each rank's site, indexed by rank; ranks with equal numbers share a site
     * @throws IllegalArgumentException when {@code siteOf} does not have one entry for each rank
     */
    public void useSites(List<Integer> siteOf) {
        if (siteOf.size() != world.size()) {
            throw new IllegalArgumentException("siteOf.size=" + siteOf.size() + " ranks=" + world.size() + ": give the site of each rank");
        }
        this.siteOf = siteOf.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Sets what ranks record while the clock of a test runs, for all tests solved from now on. Without this call ranks record a time
     * series. All ranks must be told the same.
     *
     * @param recording what to record
     */
    public void record(Recording recording) {
        this.recording = recording;
    }

    /**
     * Makes this rank measure its host, by this meter, in all tests solved from now on. One rank of each host must do so: of the host's
     * ranks that take part in a case, the first.
     *
     * @param meter measures what the host takes, such as energy
     */
    public void useMeter(HostMeter meter) {
        this.meter = meter;
    }

    /**
     * Sets what tells this rank to write the state of the test that it solves, and to end. It counts only for tests whose state is written.
     *
     * @param told called on this rank's thread, after some of the panel steps; must return at once
     */
    public void endWhen(BooleanSupplier told) {
        ending = told;
    }

    /**
     * Sets what is tested while a test is solved, for all tests solved from now on. Without this call nothing is. All ranks must be told
     * the same.
     *
     * @param settings what is tested, and what is done about errors
     */
    public void verify(TrustSettings settings) {
        trust = settings;
    }

    /**
     * Tells how fast links between ranks are, which decides whether it pays to move block columns. Without this call they count as slow.
     * All ranks must be told the same.
     *
     * @param bytes bytes a second that a rank sends, and receives, &gt; 0
     */
    public void useLinks(double bytes) {
        bytesPerSecond = bytes;
    }

    /**
     * Sets what hears on this rank how far it is, in all tests solved from now on. Unlike the {@link SolveListener}, it hears of this rank,
     * whichever rank that is.
     *
     * @param listener hears of this rank's progress, on this rank's thread
     */
    public void tellEachStep(RankProgress listener) {
        progress = listener;
    }

    /**
     * Returns whether the map of a case may follow the speeds of its ranks, as {@link MoveRule#canFollow} tells.
     *
     * @param hplCase the case
     */
    public static boolean canFollow(HplCase hplCase) {
        return hplCase.n() > 0 && MoveRule.canFollow(BlockMap.of(hplCase));
    }

    /**
     * Returns whether some process row of the case has ranks at several sites, so that panels cross between sites. A site is a group of
     * hosts behind one shared, slower link, as told to {@link #useSites}. The case's broadcast algorithm then applies only within the site
     * of the panel's owner. False where N is 0.
     *
     * @param hplCase the case
     */
    public boolean crossesSites(HplCase hplCase) {
        return hplCase.n() > 0 && GridCommunicators.crossSites(BlockMap.of(hplCase).grid(), siteOf);
    }

    /**
     * Returns whether some process column of the case has ranks at several sites, so that rows are swapped between sites. A site is a group
     * of hosts behind one shared, slower link, as told to {@link #useSites}. Rows are then always swapped by spread-roll, whichever row
     * swap the case asks for. False where N is 0.
     *
     * @param hplCase the case
     */
    public boolean partsColumns(HplCase hplCase) {
        return hplCase.n() > 0 && GridCommunicators.partColumns(BlockMap.of(hplCase).grid(), siteOf);
    }

    /**
     * Generates, warms up, solves and checks one case. Collective over the world; ranks beyond P*Q idle. An explicit map may leave out any
     * rank. Where it leaves out rank 0, nobody hears of progress.
     *
     * @return the result on rank 0, null elsewhere
     * @throws IllegalArgumentException when the world has too few ranks, or the map does not fit the case
     */
    public CaseResult solve(HplCase hplCase) {
        return solve(hplCase, CheckpointPlan.NONE);
    }

    /**
     * Solves one case as {@link #solve(HplCase)} does, and writes its state now and then, or goes on from a state. Collective over the
     * world.
     *
     * @param hplCase the case
     * @param plan    when and where its state is written, and where it begins; equal on all ranks
     * @return the result on rank 0, null elsewhere; also null on rank 0 where the ranks were told to end, after the state was written
     * @throws IllegalArgumentException when the world has too few ranks, or the map does not fit the case
     * @throws hplhetero.comm.CommException on all ranks when there should be a state to go on from, and none can be read
     */
    public CaseResult solve(HplCase hplCase, CheckpointPlan plan) {
        MapCheck.problem(hplCase).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        if (hplCase.ranks() > world.size()) {
            throw new IllegalArgumentException(hplCase.map() instanceof MapSpec.Explicit
                    ? "map: rank=" + (hplCase.ranks() - 1) + " owns cells, ranks=" + world.size()
                            + ": start more ranks, or make a plan for these"
                    : "P*Q=" + hplCase.ranks() + " ranks=" + world.size() + ": start as many ranks as P*Q");
        }
        return among(hplCase, context -> new CaseRun(hplCase, plan, context, listener, progress, meter)
                .run(new WarmUp(context, warmupState)));
    }

    /**
     * Returns the exception to throw for one that came out of a solve. Where kernels have failed, in whichever thread, it is one that says
     * why, and that does not blame the input: the kernels could be used before.
     */
    private static RuntimeException forPeople(RuntimeException problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof KernelException) {
                return new CommException(cause.getMessage(), cause == problem ? new IllegalStateException(problem) : problem);
            }
        }
        return problem;
    }

    /** Runs an action on the ranks of a case. The other ranks of the world wait until it is done. Collective over the world. */
    private CaseResult among(HplCase hplCase, Function<RankContext, CaseResult> action) {
        boolean member = hplCase.map() instanceof MapSpec.Explicit || world.rank() < hplCase.ranks();
        Communicator ranks = world.split(member ? 0 : Communicator.NO_COLOR, world.rank());
        CaseResult result = null;
        if (ranks != null) {
            try {
                result = action.apply(new RankContext(ranks, siteOf, kernels, pool, panelPlaces, recording, ending, trust,
                        bytesPerSecond));
            } catch (IllegalStateException | KernelException e) {
                throw forPeople(e);
            } finally {
                progress.left();
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
     * Sets the most seconds of warm-up before each case that is solved from now on. One small solve warms up even where there are none.
     *
     * @param seconds most seconds of warm-up, &gt;= 0
     */
    public void limitWarmUp(double seconds) {
        warmupState.limit(seconds);
    }

    /**
     * Warms up for the run that comes, so that its clock need not wait for a warm-up after a calibration. The warm-up serves larger cases
     * too. Collective over the world.
     *
     * @param next        the case that will be solved next, or one like it
     * @param mostSeconds most seconds of warm-up, now and before all cases that are solved from now on: a short run is not to wait longer
     *                    for the compiler than it gains
     */
    public void warmUp(HplCase next, double mostSeconds) {
        limitWarmUp(mostSeconds);
        warmUpNow(next.with(Math.max(next.n(), LARGE_ORDER), next.nb(), next.threshold()));
    }

    /**
     * Does a first part of the warm-up of a case, a second or two, so that what is measured before the case, such as links, meets code that
     * is compiled. The case's own warm-up is shorter by as much. Does nothing for small cases, which are worth no warm-up. Collective over
     * the world.
     *
     * @param next the case that will be solved next, or one like it
     */
    public void warmUpBriefly(HplCase next) {
        double most = warmupState.mostSeconds();
        warmupState.limit(Math.min(most, BRIEF_WARM_UP_SECONDS));
        warmUpNow(next);
        warmupState.limit(most);
    }

    private void warmUpNow(HplCase next) {
        long begin = System.nanoTime();
        among(next, context -> {
            if (new WarmUp(context, warmupState).before(next)) {
                warmupState.passed((System.nanoTime() - begin) * 1e-9);
            }
            return null;
        });
    }

    /** Returns this rank's workers, which are idle between solves. */
    public WorkerPool pool() {
        return pool;
    }

    /** Makes the choice of who factors this rank's panels by another clock, in nanoseconds. */
    void timePanels(LongSupplier nanoTime) {
        panelPlaces = new PanelPlaces(kernels, pool, nanoTime);
    }

    /** Returns the choice of who factors this rank's panels, its device or its workers. */
    public PanelPlaces panelPlaces() {
        return panelPlaces;
    }

    @Override
    public void close() {
        pool.close();
    }
}
