package hplhetero.hpl.lu;

import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.choose.StepLearner;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.pfact.PanelBlock;
import hplhetero.hpl.pfact.PanelFactorization;
import hplhetero.hpl.pfact.Pivoting;
import hplhetero.hpl.swap.RowSwap;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.update.TrailingUpdate;

/**
 * One block column ahead of the others: brought up to date, factored, sent. On ranks that own none of it all but the sending is empty.
 * Owner: the rank's thread.
 */
final class LookAhead {
    private final BlockMap map;
    private final PanelRing ring;
    private final LocalMatrix[] matrices;
    /** From a virtual column to the number of its local matrix, or -1. */
    private final int[] localColumn;
    private final RowSwap[] swaps;
    private final SwappedRows rows;
    private final TrailingUpdate update;
    private final PanelFactorization factorization;
    private final Pivoting[] pivoting;
    private final int[][] rankOfRow;
    private final ProgressLoop progress;
    private final StepListener listener;
    private final StepLearner learner;
    /** That goes with the panel that is factored. */
    private final long[] word = new long[1];
    /** 1 + the first column with a zero pivot of the panel that this rank has factored last, or 0. */
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
        rankOfRow = work.rankOfRow;
        progress = work.progress;
        listener = work.listener;
        learner = work.learner;
    }

    /** The number of the local matrix that holds block column j, or -1. */
    private int holder(int j) {
        return localColumn[map.kappa()[j]];
    }

    /** Waits for panel k and prepares it for block column j alone. */
    void receive(int j, int k) {
        int s = holder(j);
        if (s >= 0) {
            ring.receive(k);
            update.prepareAlone(ring.panel(k), ring.slot(k), s, matrices[s].cols().start(j));
        }
    }

    /** Swaps the rows of block column j as panel k has them change places. */
    void swap(int j, int k) {
        int s = holder(j);
        if (s >= 0) {
            LocalMatrix a = matrices[s];
            long clock = listener.swaps(k);
            progress.until(swaps[s].start(a, ring.permutation(k), a.cols().start(j), map.width(j), rows, 0));
            listener.swapped(clock);
            learner.waited(k, clock);
        }
    }

    /** Updates block column j, whose rows are swapped, with panel k; with the last before its own it goes where it is factored. */
    void update(int j, int k) {
        int s = holder(j);
        if (s >= 0) {
            int column = matrices[s].cols().start(j);
            if (k == j - 1) {
                update.aheadInto(s, ring.panel(k), ring.slot(k), rows, column, ring.panel(j).work(matrices[s].rowSet()));
            } else {
                update.ahead(s, ring.panel(k), ring.slot(k), rows, column, map.width(j));
            }
        }
    }

    /** Factors block column j, which is up to date. */
    void factor(int j) {
        int s = holder(j);
        zeroPivot = s >= 0 ? factorHere(j, s) : 0;
    }

    /** Starts panel j, which is factored, on its way along the process rows. */
    void broadcast(int j) {
        int s = holder(j);
        long clock = System.nanoTime();
        Panel panel = ring.panel(j);
        panel.send(s < 0 ? -1 : matrices[s].rowSet(), zeroPivot, word[0], learner.table().at(j).broadcast());
        progress.alongside(panel);
        progress.poll();
        listener.sent(clock);
    }

    private int factorHere(int j, int s) {
        listener.factors(j);
        word[0] = learner.word();
        Panel panel = ring.panel(j);
        LocalMatrix a = matrices[s];
        PanelBlock block = new PanelBlock(j, panel.work(a.rowSet()), panel.l1(), panel.ipiv(), a.rows(), map.nb(), rankOfRow[s][j],
                word);
        // the update of others left them where they are factored
        if (ring.depth() == 0 || j == 0) {
            long clock = System.nanoTime();
            PanelCopy.out(a, j, block.rows());
            listener.copied(clock);
        }
        int zero = factorization.factor(block, pivoting[s]);
        long clock = System.nanoTime();
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
