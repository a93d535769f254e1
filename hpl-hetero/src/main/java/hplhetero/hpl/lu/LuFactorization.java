package hplhetero.hpl.lu;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import hplhetero.comm.ProgressLoop;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.pfact.PanelBlock;
import hplhetero.hpl.pfact.PanelFactorization;
import hplhetero.hpl.pfact.Pivoting;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.swap.LocalRowSwap;
import hplhetero.hpl.swap.RowExchange;
import hplhetero.hpl.swap.RowPermutation;
import hplhetero.hpl.swap.RowSwap;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.update.TrailingUpdate;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * LU factorization with partial pivoting of [A | b] on any map of blocks, with look-ahead. Afterwards the strips hold
 * U in its place and y = L^-1 P b in column N. Owner: the rank's thread. Source: HPL_pdgesv0, HPL_pdgesvK2.
 */
public final class LuFactorization {
    private final BlockMap map;
    private final int depth;
    private final LocalMatrix[] strips;
    private final int[] stripOfColumn;
    private final WorkerPool pool;
    /** Whether some rank has several workers. */
    private final boolean multiThreaded;
    private final PhaseTimers timers;
    private final ProgressLoop waiting;
    private final Activity activity;
    private final GridCommunicators links;
    private final Panel[] ring;
    private final RowPermutation[] permutations;
    private final TrailingUpdate update;
    private final PanelFactorization factorization;
    private final Pivoting[] pivoting;
    private final RowSwap[] swaps;
    private final RowSwap[] swapsAhead;
    private final RestSwap restSwap = new RestSwap();
    private final int[][] rankOfRow;
    /** Of each strip, of each part of its columns, made when they are first needed. */
    private final List<List<SwappedRows>> restRows = new ArrayList<>();
    private final SwappedRows aheadRows;
    private final BooleanSupplier between;
    private final BooleanSupplier betweenParts;
    private final List<TrailingUpdate.Columns> rest = new ArrayList<>();
    private final int[] pivots;
    private int zeroPivot;

    /**
     * Takes all memory.
     *
     * @param multiThreaded      whether some rank has several workers; the same on all ranks
     * @param sendPacked whether panels are packed before they are sent; the same on all ranks, see {@link Panel}
     */
    public LuFactorization(HplCase c, GridCommunicators links, LocalLayout place, LocalMatrix[] strips, DenseKernels kernels,
            WorkerPool pool, boolean multiThreaded,
            boolean sendPacked, PhaseTimers timers, Arena arena) {
        this.multiThreaded = multiThreaded;
        map = place.map();
        depth = c.depth();
        pivots = new int[c.n()];
        this.strips = strips;
        this.pool = pool;
        this.timers = timers;
        waiting = new ProgressLoop();
        between = this::pollBetweenTasks;
        betweenParts = this::pollBetweenParts;
        this.links = links;
        activity = links.activity();
        ring = new Panel[slots(c)];
        permutations = new RowPermutation[ring.length];
        for (int s = 0; s < ring.length; s++) {
            ring[s] = new Panel(place, links.rowLinks(c.broadcast(), s), kernels, sendPacked, arena);
            permutations[s] = new RowPermutation(map.nb());
        }
        update = new TrailingUpdate(place, strips, kernels, ring.length, pool, timers, arena);
        factorization = new PanelFactorization(kernels, c.panel(), timers);
        stripOfColumn = new int[map.grid().cols()];
        for (int column = 0; column < stripOfColumn.length; column++) {
            stripOfColumn[column] = place.stripOf(column);
        }
        pivoting = new Pivoting[strips.length];
        swaps = new RowSwap[strips.length];
        swapsAhead = new RowSwap[strips.length];
        rankOfRow = new int[strips.length][];
        aheadRows = new SwappedRows(map.nb());
        for (int s = 0; s < strips.length; s++) {
            Communicator column = links.column(strips[s].column());
            rankOfRow[s] = links.rankOfRow(strips[s].column());
            restRows.add(new ArrayList<>());
            pivoting[s] = new Pivoting(kernels, column == null ? null : CollectiveAlgorithms.of(column), column == null ? 1 : column.size(),
                    map.nb(), Tags.PIVOT, waiting, arena);
            boolean alone = column == null;
            swaps[s] = alone ? new LocalRowSwap() : new RowExchange(column, rankOfRow[s], c, strips[s].cols().size(),
                    Tags.SWAPS_AT_ONCE, Tags.SWAP, arena);
            swapsAhead[s] = alone ? new LocalRowSwap() : new RowExchange(column, rankOfRow[s], c, map.nb(), 1, Tags.SWAP_AHEAD, arena);
        }
    }

    /** Panels in use at once: those on their way and the one being applied. */
    public static int slots(HplCase c) {
        return Math.min(c.depth(), Math.max(1, c.n() / c.nb())) + 1;
    }

    /** Bytes of work space on one rank. */
    public static long workBytes(HplCase c, LocalLayout place, int workers) {
        long exchange = 0;
        int nb = place.map().nb();
        for (LocalLayout.LocalColumn strip : place.strips()) {
            if (LocalLayout.columnMembers(place.map().grid(), strip.column()).length > 1) {
                exchange += RowExchange.bytes(nb, nb) + RowExchange.bytes(nb, strip.cols().size());
            }
        }
        return slots(c) * Panel.bytes(place) + TrailingUpdate.bytes(place, slots(c), workers) + exchange;
    }

    /**
     * Factors. Collective over the map's ranks.
     *
     * @param columnsDone hears how many columns are factored, after each panel step
     * @return 1 + the first column with a zero pivot, or 0
     */
    public int run(IntConsumer columnsDone) {
        zeroPivot = 0;
        int ahead = ring.length - 1;
        for (int j = 0; j < Math.min(ahead, map.panels()); j++) {
            slot(j).assign(j);
            bringUpToDate(j, 0, j);
            factor(j);
        }
        for (int k = 0; k < map.panels(); k++) {
            int next = k + ahead;
            if (ahead == 0) {
                slot(k).assign(k);
                factor(k);
            }
            receive(k);
            update.prepare(slot(k), k % ring.length);
            if (ahead > 0 && next < map.panels()) {
                slot(next).assign(next);
                swapAhead(next, k);
                startRest(k, next + 1);
                updateAhead(next, k);
                bringUpToDate(next, k + 1, next);
                factor(next);
            } else {
                startRest(k, Math.min(next, map.panels() - 1) + 1);
            }
            if (!multiThreaded) {
                restSwap.start();
            }
            activity.phase("update", k);
            pool.finish(between);
            columnsDone.accept(Math.min(map.n(), (k + 1) * map.nb()));
        }
        return zeroPivot;
    }

    /** Gives the communicators back; nothing can be factored afterwards. Collective over {@code ranks}, also those without a cell. */
    public void free() {
        links.free();
    }

    /** The global row swapped with row i, for i = 0..N-1 in this order; the same on all ranks. Valid after {@link #run}. */
    public int[] pivots() {
        return pivots.clone();
    }

    private Panel slot(int k) {
        return ring[k % ring.length];
    }

    /** This rank's strip that holds block column j, or -1. */
    private int stripOf(int blockColumn) {
        return stripOfColumn[map.kappa()[blockColumn]];
    }

    private void receive(int k) {
        Panel panel = slot(k);
        activity.phase("panel broadcast", k);
        waiting.until(panel);
        if (zeroPivot == 0) {
            zeroPivot = panel.zeroPivot();
        }
        System.arraycopy(panel.ipiv(), 0, pivots, k * map.nb(), panel.width());
        permutations[k % ring.length].set(k * map.nb(), panel.ipiv(), panel.width());
    }

    /** Applies panels from..to-1 to block column j alone. */
    private void bringUpToDate(int j, int from, int to) {
        for (int q = from; q < to && stripOf(j) >= 0; q++) {
            receive(q);
            update.prepareAlone(slot(q), q % ring.length, stripOf(j));
            swapAhead(j, q);
            updateAhead(j, q);
        }
    }

    private void swapAhead(int j, int k) {
        int s = stripOf(j);
        if (s >= 0) {
            LocalMatrix a = strips[s];
            activity.phase("row swap", k);
            long clock = System.nanoTime();
            int column = a.cols().start(j);
            waiting.until(swapsAhead[s].start(a, permutations[k % ring.length], column, map.width(j), aheadRows, 0));
            timers.add(0, Phase.SWAP, clock);
        }
    }

    private void updateAhead(int j, int k) {
        int s = stripOf(j);
        if (s >= 0) {
            int column = strips[s].cols().start(j);
            if (k == j - 1) {
                update.aheadInto(s, slot(k), k % ring.length, aheadRows, column, slot(j).work(strips[s].rowSet()));
            } else {
                update.ahead(s, slot(k), k % ring.length, aheadRows, column, map.width(j));
            }
        }
    }

    /** Starts the update of block columns from {@code fromBlock} on with panel k, as far as their rows are swapped. */
    private void startRest(int k, int fromBlock) {
        rest.clear();
        for (int s = 0; s < strips.length; s++) {
            addParts(s, first(s, fromBlock));
        }
        restSwap.prepare(k);
        update.start(slot(k), k % ring.length, rest, betweenParts);
        if (multiThreaded) {
            restSwap.run();
        }
    }

    /**
     * The rows of one part of {@link #rest} after the other are swapped, several at once where they are waited for, while those that are
     * there are updated: where ranks have one worker each by messages between its tasks, after the next panel, whose pivots would wait
     * behind them; else by the rank's thread before the next panel, as the other workers have nothing to do without.
     */
    private final class RestSwap implements Operation {
        /** Who has not looked for so long has computed meanwhile. */
        private static final long COMPUTED_NANOS = 100_000;
        /** Shares of a step that are spent waiting for rows, above which one more part is to be on its way, and below which one fewer. */
        private static final double MOST_WAITING_SHARE = 0.15;
        private static final double LEAST_WAITING_SHARE = 0.08;

        private int k;
        /** Those before are there; ... */
        private int part;
        /** ... and so many have begun. */
        private int begun;
        private final RowSwap.Started[] going = new RowSwap.Started[Tags.SWAPS_AT_ONCE];
        /**
         * So many parts may be on their way: rows that are copied before the link is free for them only displace others from the caches.
         */
        private int atOnce = 1;
        private long stepBegan;
        private long looked;
        /** In this step, nanoseconds. */
        private long waited;
        /** For which it was at work. */
        private long nanos;

        /** The rows of {@link #rest} as panel k has them change places. */
        void prepare(int k) {
            long now = System.nanoTime();
            double share = (double) waited / (now - stepBegan);
            atOnce = share > MOST_WAITING_SHARE ? Math.min(going.length, atOnce + 1) : share < LEAST_WAITING_SHARE
                    ? Math.max(1, atOnce - 1) : atOnce;
            stepBegan = now;
            waited = 0;
            this.k = k;
            part = 0;
            begun = 0;
        }

        /** In the background. */
        void start() {
            long clock = System.nanoTime();
            if (poll() != Progress.DONE) {
                waiting.alongside(this);
            }
            timers.add(0, Phase.SWAP, clock);
        }

        /** At once. */
        void run() {
            activity.phase("row swap", k);
            long clock = System.nanoTime();
            waiting.until(this);
            timers.add(0, Phase.SWAP, clock);
        }

        @Override
        public Progress poll() {
            long clock = System.nanoTime();
            Progress progress = advance();
            long now = System.nanoTime();
            waited += progress == Progress.IDLE && clock - looked < COMPUTED_NANOS ? now - looked : 0;
            looked = now;
            nanos += now - clock;
            return progress;
        }

        private Progress advance() {
            boolean moved = false;
            while (part < rest.size()) {
                while (mayBegin()) {
                    TrailingUpdate.Columns columns = rest.get(begun);
                    going[begun++ % going.length] = swaps[columns.strip()].start(strips[columns.strip()], permutations[k % ring.length],
                            columns.first(), columns.count(), columns.rows(), columns.before());
                    moved = true;
                }
                for (int later = begun - 1; later > part; later--) {
                    moved |= going[later % going.length].poll() == Progress.ADVANCED;
                }
                Progress progress = going[part % going.length].poll();
                moved |= progress != Progress.IDLE;
                if (progress != Progress.DONE) {
                    return moved ? Progress.ADVANCED : Progress.IDLE;
                }
                part++;
                update.ready();
            }
            return Progress.DONE;
        }

        /** Rows that are waited for are not to share the way with others before they have set out. */
        private boolean mayBegin() {
            return begun < rest.size() && begun < part + atOnce && (begun == part || going[(begun - 1) % going.length].sent());
        }
    }

    /** A strip's columns from {@code first} on, in as many parts as its swap likes. */
    private void addParts(int s, int first) {
        int columns = strips[s].cols().size() - first;
        int parts = swaps[s].parts(columns);
        int width = swaps[s].partWidth(columns);
        for (int part = 0, before = 0, count; before < columns; part++, before += count) {
            if (part == restRows.get(s).size()) {
                restRows.get(s).add(new SwappedRows(map.nb()));
            }
            count = part + 1 < parts ? width : columns - before;
            rest.add(new TrailingUpdate.Columns(s, first + before, count, before, restRows.get(s).get(part)));
        }
    }

    /**
     * The last panel's block may hold b behind its own columns: from the block after the last panel on, b is what is
     * left.
     */
    private int first(int s, int fromBlock) {
        if (fromBlock < map.panels()) {
            return strips[s].cols().start(fromBlock);
        }
        boolean holdsB = stripOfColumn[map.kappa()[map.kappa().length - 1]] == s;
        return strips[s].cols().size() - (holdsB ? 1 : 0);
    }

    /** Factors block column j, which is up to date, and starts it on its way along the process rows. */
    private void factor(int j) {
        Panel panel = slot(j);
        int s = stripOf(j);
        int zero = 0;
        if (s >= 0) {
            activity.phase("panel factorization", j);
            LocalMatrix a = strips[s];
            PanelBlock block = new PanelBlock(j, panel.work(a.rowSet()), panel.l1(), panel.ipiv(), a.rows(), map.nb(),
                    rankOfRow[s][j]);
            // the update of others left them where they are factored
            if (depth == 0 || j == 0) {
                long clock = System.nanoTime();
                PanelCopy.out(a, j, block.rows());
                timers.add(0, Phase.FACTORIZATION, clock);
            }
            zero = factorization.factor(block, pivoting[s]);
            long clock = System.nanoTime();
            PanelCopy.back(block.l1(), a, j);
            timers.add(0, Phase.FACTORIZATION, clock);
            if (panel.isSentPacked()) {
                update.packToSend(panel, j % ring.length, s);
            }
        }
        long clock = System.nanoTime();
        panel.send(s < 0 ? -1 : strips[s].rowSet(), zero);
        waiting.alongside(panel);
        waiting.poll();
        timers.add(0, Phase.BROADCAST, clock);
    }

    /** Whether more messages are on their way. */
    private boolean pollBetweenParts() {
        pollBetweenTasks();
        return waiting.busy();
    }

    private boolean pollBetweenTasks() {
        long clock = System.nanoTime();
        restSwap.nanos = 0;
        boolean moved = waiting.poll();
        if (moved) {
            long swapped = restSwap.nanos;
            timers.add(0, Phase.BROADCAST, clock + swapped);
            timers.add(0, Phase.SWAP, System.nanoTime() - swapped);
        }
        return moved;
    }
}
