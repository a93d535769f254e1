package hplhetero.blas.vector;

import static hplhetero.blas.vector.Lanes.MR;
import static hplhetero.blas.vector.Lanes.NR;

import java.lang.foreign.Arena;

/** One thread's work space for tiles at the edge of a matrix. Owner: that thread. */
final class TileWork {
    private static final long STEP = MR * 8L;

    private final long tile;

    TileWork(Arena arena) {
        tile = arena.allocate(MR * NR * 8L, 64).address();
    }

    /**
     * {@link MicroKernel#subtract} on a tile of which only rows x cols elements exist in C. A's rows and B's
     * columns beyond are read and must be readable; they do not reach C.
     */
    void subtract(int k, long a, long aStep, double[] b, int bFrom, long c, long cStep, int rows, int cols) {
        if (rows == MR && cols == NR) {
            MicroKernel.subtract(k, a, aStep, b, bFrom, c, cStep);
            return;
        }
        for (int j = 0; j < cols; j++) {
            Lanes.copy(c + j * cStep, tile + j * STEP, rows);
        }
        MicroKernel.subtract(k, a, aStep, b, bFrom, tile, STEP);
        for (int j = 0; j < cols; j++) {
            Lanes.copy(tile + j * STEP, c + j * cStep, rows);
        }
    }
}
