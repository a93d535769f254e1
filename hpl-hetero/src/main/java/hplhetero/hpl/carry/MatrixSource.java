package hplhetero.hpl.carry;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.matrix.LocalMatrix;
import java.lang.foreign.MemorySegment;

/** The blocks in a rank's local matrices, which are in the host's memory. Also finds where blocks of a new map go. */
final class MatrixSource implements BlockSource {
    private final int[] kappa;
    /** The local matrix of each virtual column, as a strip with all its block rows; null where the rank has none. */
    private final Strip[] strips;

    MatrixSource(BlockMap map, LocalMatrix[] matrices) {
        kappa = map.kappa();
        strips = new Strip[map.grid().cols()];
        for (LocalMatrix a : matrices) {
            strips[a.column()] = new Strip(a.rows(), a.cols(), a.segment(), a.ld(), 0);
        }
    }

    /** Returns the local matrix that holds the rank's blocks of block column {@code j}. */
    Strip strip(int j) {
        return strips[kappa[j]];
    }

    @Override
    public void next() {
        // All block rows are in memory.
    }

    @Override
    public void copy(int i, int j, MemorySegment to, long index, int ld) {
        strip(j).copyTo(i, j, to, index, ld);
    }
}
