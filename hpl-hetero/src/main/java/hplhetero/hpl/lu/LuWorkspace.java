package hplhetero.hpl.lu;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Communicator;
import hplhetero.comm.ProgressLoop;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.choose.StepLearner;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.pfact.PanelFactorization;
import hplhetero.hpl.pfact.Pivoting;
import hplhetero.hpl.pfact.SharedKernels;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.swap.ProcessColumn;
import hplhetero.hpl.swap.RowCopies;
import hplhetero.hpl.swap.RowSwap;
import hplhetero.hpl.swap.SwapCapacity;
import hplhetero.hpl.swap.SwapWorkSpace;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.update.TrailingUpdate;
import hplhetero.hpl.workers.WorkerPool;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The work space of a factorization on one rank beside the matrix, taken before the clock starts: panels, permutations, packed panels and
 * U, and the row swaps and pivot searches of each local matrix. Owner: the rank's thread.
 */
public final class LuWorkspace {
    final LocalLayout layout;
    final BlockMap map;
    final StepMode mode;
    final GridCommunicators communicators;
    final LocalMatrix[] matrices;
    /** Index of the local matrix in each virtual column, or -1, indexed by virtual column. */
    final int[] localColumn;
    final WorkerPool pool;
    final PanelTeam team;
    final ProgressLoop progress = new ProgressLoop();
    final StepListener listener;
    final StepLearner learner;
    final PanelTimes panelTimes;
    final PanelRing ring;
    final TrailingUpdate update;
    /** Factorization of panels, indexed by local matrix. */
    final PanelFactorization[] factorization;
    /** Pivot search of each local matrix, indexed by local matrix. */
    final Pivoting[] pivoting;
    /** Owner of each block row, as a rank of the process column, indexed by local matrix, then block row. */
    final int[][] rankOfRow;
    /** Row swaps of the columns behind the look-ahead, indexed by local matrix. */
    final RowSwap[] swaps;
    /** Places of swapped rows, indexed by local matrix, then part of its columns. */
    final SwappedRows[][] rows;
    /** Row swaps of the look-ahead's block column, indexed by local matrix. */
    final RowSwap[] swapsAhead;
    final SwappedRows rowsAhead;
    /** Whether this rank has all rows of a local matrix's block columns, indexed by local matrix. */
    final boolean[] alone;
    final EmulatedFlip flip;

    /**
     * Takes all memory that a factorization needs beside the matrix. Collective over the case's ranks.
     *
     * @param c             the case
     * @param mode          how all ranks of the case do a panel step
     * @param communicators this rank's communicators
     * @param layout        which blocks this rank owns
     * @param matrices      local matrices of {@code layout}, in its order
     * @param kernels       this rank's kernels
     * @param pool          this rank's workers
     * @param timers        add up the time of each phase
     * @param learner       decides which broadcast and row swap each panel takes
     * @param panelTimes    the times by which each panel goes to a device or to the workers
     * @param arena         arena that the memory is taken from
     * @throws OutOfMemoryError on this rank alone, where it does not get its memory
     */
    public LuWorkspace(HplCase c, StepMode mode, GridCommunicators communicators, LocalLayout layout, LocalMatrix[] matrices,
            DenseKernels kernels, WorkerPool pool, PhaseTimers timers, StepLearner learner, PanelTimes panelTimes, Arena arena) {
        this.panelTimes = panelTimes;
        this.mode = mode;
        this.learner = learner;
        this.communicators = communicators;
        this.matrices = matrices;
        this.pool = pool;
        this.layout = layout;
        map = layout.map();
        localColumn = IntStream.range(0, map.grid().cols()).map(layout::localColumnOf).toArray();
        listener = new StepListener(map, timers, communicators.activity());
        Panel[] panels = new Panel[slots(c, map)];
        Set<BroadcastAlgorithm> broadcasts = broadcasts(c);
        Arrays.setAll(panels, slot -> new Panel(layout, communicators.rowLinks(broadcasts, slot), learner.learns() ? 1 : 0, kernels,
                mode.sendPacked(), arena));
        ring = new PanelRing(map, panels, progress, listener, learner);
        update = new TrailingUpdate(layout, matrices, kernels, panels.length, pool, timers, arena);
        DenseKernels panelKernels = SharedKernels.of(kernels, pool, timers);
        team = new PanelTeam(pool, timers, update.hasDevice());
        factorization = new PanelFactorization[matrices.length];
        pivoting = new Pivoting[matrices.length];
        rankOfRow = new int[matrices.length][];
        swaps = new RowSwap[matrices.length];
        rows = new SwappedRows[matrices.length][];
        swapsAhead = new RowSwap[matrices.length];
        rowsAhead = new SwappedRows(map.nb());
        alone = new boolean[matrices.length];
        flip = new EmulatedFlip(layout, matrices);
        RowCopies copies = new RowCopies(kernels, pool.team(), timers);
        IntFunction<SwapAlgorithm> algorithms = k -> learner.table().at(k).swap();
        for (int s = 0; s < matrices.length; s++) {
            int columns = matrices[s].cols().size();
            rankOfRow[s] = communicators.rankOfRow(matrices[s].column());
            Communicator ranks = communicators.column(matrices[s].column());
            Sites sites = communicators.columnSites(matrices[s].column());
            ProcessColumn column = new ProcessColumn(ranks, sites, rankOfRow[s], map.nb());
            alone[s] = column.size() == 1;
            pivoting[s] = new Pivoting(panelKernels, ranks == null ? null : CollectiveAlgorithms.of(ranks, sites), column.size(), map.nb(),
                    learner.learns() ? 1 : 0, Tags.PIVOT, progress, arena);
            boolean trades = mode.devicePanels() && !alone[s];
            if (trades) {
                kernels.pin(pivoting[s].memory(), arena);
            }
            factorization[s] = new PanelFactorization(panelKernels, trades ? PanelFactorization.DEVICE_ORDER : c.panel(), timers);
            swaps[s] = RowSwap.of(c, column, new SwapCapacity(columns, Tags.SWAPS_AT_ONCE, Tags.SWAP), algorithms, copies, arena);
            rows[s] = rows(swaps[s], columns);
            swapsAhead[s] = RowSwap.of(c, column, new SwapCapacity(map.nb(), 1, Tags.SWAP_AHEAD), algorithms, copies,
                    arena);
        }
    }

    /** Makes room for the places of swapped rows, for as many parts as any number of columns may be swapped in. */
    private SwappedRows[] rows(RowSwap swap, int columns) {
        int most = IntStream.rangeClosed(1, columns).map(swap.parts()::count).max().orElse(0);
        return IntStream.range(0, most).mapToObj(part -> new SwappedRows(map.nb())).toArray(SwappedRows[]::new);
    }

    /** Returns the number of panels in use at once: those on their way and the one being applied. */
    private static int slots(HplCase c, BlockMap map) {
        return map.lookAhead(c.depth()) + 1;
    }

    /** Returns all algorithms by which panels may be broadcast. */
    private static Set<BroadcastAlgorithm> broadcasts(HplCase c) {
        Set<BroadcastAlgorithm> all = EnumSet.of(c.broadcast());
        c.steps().all().forEach(choice -> all.add(choice.broadcast()));
        return all;
    }

    /**
     * Returns the bytes of memory that the work space takes on one rank, whichever the kernels.
     *
     * @param c       the case
     * @param layout  which blocks the rank owns
     * @param workers number of the rank's workers
     */
    public static long bytes(HplCase c, LocalLayout layout, int workers) {
        long swaps = 0;
        int nb = layout.map().nb();
        for (LocalLayout.LocalColumn column : layout.localColumns()) {
            if (LocalLayout.columnMembers(layout.map().grid(), column.column()).length > 1) {
                swaps += SwapWorkSpace.bytes(nb, nb) + SwapWorkSpace.bytes(nb, column.cols().size());
            }
        }
        int slots = slots(c, layout.map());
        return slots * Panel.bytes(layout) + TrailingUpdate.bytes(layout, slots, workers) + swaps;
    }
}
