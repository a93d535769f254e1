package hplhetero.hpl.swap;

import hplhetero.comm.Progress;
import hplhetero.hpl.matrix.LocalMatrix;

/**
 * The row swap in a process column of one rank. Every row is on this rank already, and the tasks of the update move the rows themselves.
 */
public record LocalRowSwap() implements RowSwap {

    @Override
    public Started start(LocalMatrix a, RowPermutation permutation, int column, int columns, SwappedRows rows, int workColumn) {
        rows.begin(permutation.width());
        for (int i = 0; i < permutation.width(); i++) {
            rows.u[i] = a.address(a.rows().local(permutation.uSource(i)), column);
        }
        for (int m = 0; m < permutation.moves(); m++) {
            rows.addMove(a.address(a.rows().local(permutation.moveFrom(m)), column),
                    a.address(a.rows().local(permutation.moveTo(m)), column));
        }
        return () -> Progress.DONE;
    }

    @Override
    public SwapParts parts() {
        return SwapParts.ONE;
    }
}
