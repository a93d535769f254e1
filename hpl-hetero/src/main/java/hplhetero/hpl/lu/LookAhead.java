package hplhetero.hpl.lu;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.choose.StepLearner;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.pfact.PanelBlock;
import hplhetero.hpl.pfact.PanelFactorization;
import hplhetero.hpl.pfact.Pivoting;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.swap.RowSwap;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.update.TrailingUpdate;

/**
 * The look-ahead: brings one block column up to date ahead of the others, factors it and sends it. The formulas use the names of
 * {@link PanelSteps}. On ranks that own none of the block column, everything but the sending is empty. Owner: the rank's thread.
 */
final class LookAhead {
    private final BlockMap map;
    private final PanelRing ring;
    private final LocalMatrix[] matrices;
    /** Index of the local matrix in each virtual column, or -1, indexed by virtual column. */
    private final int[] localColumn;
    private final RowSwap[] swaps;
    private final SwappedRows rows;
    private final TrailingUpdate update;
    private final PanelFactorization[] factorization;
    private final Pivoting[] pivoting;
    private final boolean[] alone;
    private final int[][] rankOfRow;
    private final ProgressLoop progress;
    private final StepListener listener;
    private final StepLearner learner;
    private final EmulatedFlip flip;
    private final PanelTimes panelTimes;
    /** Tests of factored panels; null where none are tested. */
    private PanelTests tests;
    /** The piggybacked word that goes with the panel being factored, in its only element. */
    private final long[] word = new long[1];
    private final boolean devicePanels;
    /** Whether a device has the block column that is factored next, to factor it. */
    private boolean onDevice;
    /** One more than the first column with a zero pivot in the panel that this rank has factored last, or 0. */
    private int zeroPivot;

    LookAhead(LuWorkspace work) {
        map = work.map;
        ring = work.ring;
        matrices = work.matrices;
        localColumn = work.localColumn;
        swaps = work.swapsAhead;
        rows = work.rowsAhead;
        update = work.update;
        factorization = work.factorization;
        pivoting = work.pivoting;
        alone = work.alone;
        rankOfRow = work.rankOfRow;
        progress = work.progress;
        listener = work.listener;
        learner = work.learner;
        flip = work.flip;
        devicePanels = work.mode.devicePanels();
        panelTimes = work.panelTimes;
    }

    /** Sets what tests the panels from now on. */
    void test(PanelTests panelTests) {
        tests = panelTests;
    }

    /** Returns the index of the local matrix that holds block column {@code j}, or -1. */
    private int holder(int j) {
        return localColumn[map.kappa()[j]];
    }

    /**
     * Waits for panel {@code k} and gets ready to update block column {@code j} alone with it. Does nothing on ranks that own none of block
     * column {@code j}.
     */
    void receive(int j, int k) {
        int s = holder(j);
        if (s >= 0) {
            ring.receive(k);
            update.prepareAlone(ring.panel(k), ring.slot(k), s, matrices[s].cols().start(j));
        }
    }

    /** Swaps the rows of block column {@code j} by the pivots of panel {@code k}. */
    void swap(int j, int k) {
        int s = holder(j);
        if (s >= 0) {
            LocalMatrix a = matrices[s];
            long clock = listener.swaps(k);
            // A(k:, j) <- P A(k:, j)
            progress.until(swaps[s].start(a, ring.permutation(k), a.cols().start(j), map.width(j), rows, 0));
            listener.swapped(clock);
            learner.waited(k, clock);
        }
    }

    /**
     * Updates block column {@code j}, whose rows are swapped, with panel {@code k}. With panel j - 1, the last one before its own, the
     * result goes to where block column j is factored.
     */
    void update(int j, int k) {
        int s = holder(j);
        if (s >= 0) {
            int column = matrices[s].cols().start(j);
            // U <- L1^-1 A(k, j); A(k+1:, j) <- A(k+1:, j) - L2 U
            if (k == j - 1 && deviceFactors(s, j)) {
                update.aheadOnDevice(s, ring.panel(k), ring.slot(k), rows, column, map.width(j));
                onDevice = true;
            } else if (k == j - 1) {
                update.aheadInto(s, ring.panel(k), ring.slot(k), rows, column, ring.panel(j).work(matrices[s].rowSet()));
            } else {
                update.ahead(s, ring.panel(k), ring.slot(k), rows, column, map.width(j));
            }
        }
    }

    /** Factors block column {@code j}, which is up to date. */
    void factor(int j) {
        int s = holder(j);
        zeroPivot = s >= 0 ? factorHere(j, s) : 0;
    }

    /** Starts the broadcast of panel {@code j}, which is factored, along the process rows. */
    void broadcast(int j) {
        int s = holder(j);
        long clock = listener.now();
        Panel panel = ring.panel(j);
        panel.send(s < 0 ? -1 : matrices[s].rowSet(), zeroPivot, word[0], learner.table().at(j).broadcast());
        progress.alongside(panel);
        progress.poll();
        listener.sent(clock);
    }

    /**
     * Returns whether a device factors this rank's rows of block column {@code j}: there are some, the device is faster than the workers,
     * and nobody looks at the panel meanwhile. Ranks of a process column may choose differently.
     */
    private boolean deviceFactors(int s, int j) {
        if (tests != null || flip.isAsked() || !panelTimes.byDevice(Math.ceilDiv(map.n() - j * map.nb(), map.grid().rows()))) {
            return false;
        }
        int column = matrices[s].cols().start(j);
        return alone[s] ? update.factors(s, column)
                : devicePanels && block(j, s).rows().rows() > 0 && update.factors(s, column, pivoting[s].trade(block(j, s)));
    }

    private PanelBlock block(int j, int s) {
        Panel panel = ring.panel(j);
        LocalMatrix a = matrices[s];
        return new PanelBlock(j, panel.work(a.rowSet()), panel.l1(), panel.ipiv(), a.rows(), map.nb(), rankOfRow[s][j], word);
    }

    /** Has the device factor this rank's rows of a panel; returns 1 + the first column of the matrix without a pivot, or 0. */
    private int factorOnDevice(PanelBlock block, int s) {
        if (!alone[s]) {
            Pivoting.Trade trade = pivoting[s].trade(block);
            update.factor(block.rows(), trade);
            return trade.zeroPivot();
        }
        MatrixRef l1 = block.l1();
        int[] ipiv = block.ipiv();
        int zero = 0;
        update.factor(block.rows(), ipiv);
        for (int j = 0; j < l1.cols(); j++) {
            OffHeap.copy(block.rows().column(0, j, l1.rows()).address(), l1.column(0, j, l1.rows()).address(), 8L * l1.rows());
            ipiv[j] = block.global(ipiv[j]);
            zero = zero == 0 && l1.get(j, j) == 0 ? 1 + block.k() * block.nb() + j : zero;
        }
        return zero;
    }

    private int factorHere(int j, int s) {
        listener.factors(j);
        word[0] = learner.word();
        Panel panel = ring.panel(j);
        LocalMatrix a = matrices[s];
        PanelBlock block = block(j, s);
        // With look-ahead, the update with panel j - 1 has left the columns of j where they are factored, but not those of the first panel.
        if (ring.depth() == 0 || j == ring.first()) {
            long clock = listener.now();
            PanelCopy.out(a, j, block.rows());
            listener.copied(clock);
            if (deviceFactors(s, j)) {
                update.toDevice(s, ring.slot(j), block.rows());
                onDevice = true;
            }
        }
        int zero;
        if (onDevice) {
            onDevice = false;
            zero = factorOnDevice(block, s);
        } else {
            flip.beforeFactoring(j, block.rows());
            if (tests != null) {
                tests.before(s, block);
            }
            // P A(j:, j) = (L1; L2) U
            zero = factorization[s].factor(block, pivoting[s]);
        }
        flip.factored(j, block.l1(), panel.l2(a.rowSet()));
        if (tests != null) {
            tests.after(s, block);
        }
        long clock = listener.now();
        // A(j, j) <- L1, whose upper triangle is U's diagonal block
        PanelCopy.back(block.l1(), a, j);
        listener.copied(clock);
        if (panel.isSentPacked()) {
            update.packToSend(panel, ring.slot(j), s);
        } else {
            update.prepareEarly(panel, ring.slot(j), s);
        }
        return zero;
    }
}
