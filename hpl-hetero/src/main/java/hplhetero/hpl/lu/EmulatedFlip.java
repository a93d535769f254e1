package hplhetero.hpl.lu;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.problem.Bitflip;
import hplhetero.hpl.update.TrailingUpdate;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The place where an emulated error strikes this rank, once in a factorization; nowhere unless one was asked for. The driver calls it where
 * the memory of a phase is as that phase leaves it. Owner: the rank's thread.
 */
final class EmulatedFlip {
    private final LocalLayout layout;
    private final LocalMatrix[] matrices;
    /** The errors of this rank that are asked for. */
    private List<Bitflip> asked = List.of();
    /** Errors that have not struck yet in this factorization. */
    private final List<Bitflip> left = new ArrayList<>();
    /** The error that strikes next. */
    private Bitflip flip;
    private SplittableRandom random;

    EmulatedFlip(LocalLayout layout, LocalMatrix[] matrices) {
        this.layout = layout;
        this.matrices = matrices;
    }

    /** Asks for errors, of which those of this rank strike in each factorization from now on. */
    void set(List<Bitflip> flips) {
        asked = flips.stream().filter(one -> one.rank() == layout.rank()).toList();
    }

    /** Returns whether errors of this rank were asked for. */
    boolean isAsked() {
        return !asked.isEmpty();
    }

    /** Gets ready for another factorization. */
    void begin() {
        left.clear();
        left.addAll(asked);
    }

    private boolean isDue(Bitflip.Phase phase, int k) {
        for (int i = 0; i < left.size(); i++) {
            if (left.get(i).phase() == phase && k >= left.get(i).step()) {
                flip = left.get(i);
                random = new SplittableRandom(flip.words().hashCode());
                return true;
            }
        }
        return false;
    }

    /** Strikes an element of a block column that is factored next. */
    void beforeFactoring(int k, MatrixRef rows) {
        if (isDue(Bitflip.Phase.INPUT, k)) {
            strike(rows);
        }
    }

    /** Strikes an element of the panel that has been factored: of L1, or, as often as it has more elements, of L2. */
    void factored(int k, MatrixRef l1, MatrixRef l2) {
        if (isDue(Bitflip.Phase.FACTOR, k)) {
            strike(random.nextInt(l1.rows() + l2.rows()) < l1.rows() ? l1 : l2);
        }
    }

    /** Strikes an element of L and U in a panel as another rank has sent it. */
    void received(int k, MemorySegment elements) {
        if (isDue(Bitflip.Phase.RECEIVE, k)) {
            strike(elements, elements.byteSize() / Double.BYTES);
        }
    }

    /** Strikes L2 as the update with panel {@code k} reads it. */
    void prepared(int k, Panel panel) {
        for (int set = 0; set < layout.rowSets().size() && isDue(Bitflip.Phase.PACK, k); set++) {
            MatrixRef l2 = panel.l2(set);
            long bytes = panel.packedBytes(set);
            if (l2.rows() > 0 && bytes > 0) {
                strike(panel.packed(set), bytes / Double.BYTES);
            } else {
                strike(l2);
            }
        }
    }

    /** Strikes a row of U of some columns, which has come and is not solved yet. */
    void swapped(int k, TrailingUpdate.Columns columns) {
        if (isDue(Bitflip.Phase.SWAP, k) && columns.count() > 0 && columns.rows().width() > 0) {
            long row = columns.rows().u(random.nextInt(columns.rows().width()));
            long at = row + 8L * random.nextInt(columns.count());
            double[] element = new double[1];
            OffHeap.copy(at, element, 0, 1);
            element[0] = flip.flip(element[0]);
            OffHeap.copy(element, 0, at, 1);
            left.remove(flip);
        }
    }

    /** Strikes a row of U that panel {@code k} has finished, or an element of the trailing matrix that it has updated. */
    void updated(int k, int fromBlock) {
        for (int s = 0; s < matrices.length; s++) {
            LocalMatrix a = matrices[s];
            int top = a.rows().start(k);
            int below = a.rows().start(k + 1);
            if (isDue(Bitflip.Phase.U, k)) {
                strike(a, top, below - top, layout.firstColumn(s, k + 1));
            }
            if (isDue(Bitflip.Phase.UPDATE, k)) {
                strike(a, below, a.rows().size() - below, layout.firstColumn(s, fromBlock));
            }
        }
    }

    private void strike(LocalMatrix a, int row, int rows, int column) {
        int cols = a.cols().size() - column;
        if (rows > 0 && cols > 0) {
            strike(a.transposed(row, column, rows, cols));
        }
    }

    private void strike(MatrixRef elements) {
        if (elements.rows() > 0 && elements.cols() > 0) {
            int i = random.nextInt(elements.rows());
            int j = random.nextInt(elements.cols());
            elements.set(i, j, flip.flip(elements.get(i, j)));
            left.remove(flip);
        }
    }

    private void strike(MemorySegment memory, long doubles) {
        if (doubles > 0) {
            long at = random.nextLong(doubles);
            memory.setAtIndex(ValueLayout.JAVA_DOUBLE, at, flip.flip(memory.getAtIndex(ValueLayout.JAVA_DOUBLE, at)));
            left.remove(flip);
        }
    }
}
