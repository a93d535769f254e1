package hplhetero.hpl.carry;

import hplhetero.blas.OffHeap;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Moves the blocks that a rank keeps to their new places, where its local matrices on the old map and on the new one share their memory.
 * Each row is copied to a buffer and from there to its places. Rows are shared among the rank's workers. Owner: the rank's thread.
 */
final class RowRelay {
    private final BlockMap from;
    private final BlockMap to;
    private final int first;
    private final LocalMatrix[] old;
    private final LocalMatrix[] matrices;
    private final int me;
    private final WorkerPool pool;
    private final BooleanSupplier between;
    /** Index in a buffer of the first double of each local matrix, indexed by local matrix; the last entry is the length of a buffer. */
    private final int[] begin;
    /** A row's doubles from the first column on that may move, for each worker. */
    private final MemorySegment[] buffers;
    /** What moves in the rows of each virtual row; null where that has not been asked for yet. */
    private final List<List<Run>> runs = new ArrayList<>();

    /**
     * Consecutive columns that move together.
     *
     * @param at     index of the first one in a buffer
     * @param matrix number of the local matrix to which they go
     * @param column local column of the first one there
     * @param length number of columns
     */
    private record Run(int at, int matrix, int column, int length) {

        boolean isFollowedBy(Run next) {
            return next.matrix == matrix && next.at == at + length && next.column == column + length;
        }
    }

    /**
     * Takes the buffers.
     *
     * @param first    first block column that may change its place
     * @param old      local matrices of the rank on the old map
     * @param matrices local matrices of the same virtual columns on the new map, in the same order, memory and leading dimensions
     * @param between  moves messages on
     * @throws OutOfMemoryError when there is not enough memory
     */
    RowRelay(BlockMap from, BlockMap to, int first, LocalMatrix[] old, LocalMatrix[] matrices, int me, WorkerPool pool,
            BooleanSupplier between, Arena arena) {
        this.from = from;
        this.to = to;
        this.first = first;
        this.old = old;
        this.matrices = matrices;
        this.me = me;
        this.pool = pool;
        this.between = between;
        begin = new int[old.length + 1];
        for (int s = 0; s < old.length; s++) {
            begin[s + 1] = begin[s] + old[s].cols().tailStart() - old[s].cols().start(first);
        }
        buffers = new MemorySegment[pool.workers()];
        for (int w = 0; w < buffers.length; w++) {
            buffers[w] = OffHeap.allocate(arena, 8L * LocalMatrix.leadingDimension(begin[old.length]));
        }
        for (int r = 0; r < from.grid().rows(); r++) {
            runs.add(null);
        }
    }

    /** Moves the kept blocks of block row {@code i}; those that leave the rank must have been copied out. */
    void relay(int i) {
        int r = from.rho()[i];
        if (runs.get(r) == null) {
            runs.set(r, runs(r));
        }
        List<Run> moves = runs.get(r);
        pool.run(moves.isEmpty() ? 0 : from.width(i), (task, worker) -> row(i, task, buffers[worker], moves), between);
    }

    private List<Run> runs(int r) {
        List<Run> found = new ArrayList<>();
        for (int j = first; j < from.kappa().length; j++) {
            int s = indexIn(r, from.kappa()[j]);
            int t = indexIn(r, to.kappa()[j]);
            if (s >= 0 && t >= 0) {
                Run one = new Run(begin[s] + old[s].cols().start(j) - old[s].cols().start(first), t, matrices[t].cols().start(j),
                        old[s].cols().start(j + 1) - old[s].cols().start(j));
                if (found.isEmpty() || !found.getLast().isFollowedBy(one)) {
                    found.add(one);
                } else {
                    Run last = found.removeLast();
                    found.add(new Run(last.at, last.matrix, last.column, last.length + one.length));
                }
            }
        }
        found.removeIf(run -> run.at - begin[run.matrix] + old[run.matrix].cols().start(first) == run.column
                && run.at >= begin[run.matrix] && run.at < begin[run.matrix + 1]);
        return found;
    }

    /** Returns the number of the rank's local matrix of a virtual column; -1 where the rank does not own its cell in virtual row r. */
    private int indexIn(int r, int c) {
        for (int s = 0; s < old.length; s++) {
            if (old[s].column() == c) {
                return from.grid().owner(r, c) == me ? s : -1;
            }
        }
        return -1;
    }

    private void row(int i, int row, MemorySegment buffer, List<Run> moves) {
        for (int s = 0; s < old.length; s++) {
            if (old[s].rows().owns(i)) {
                copy(old[s].segment(), index(old[s], i, row, old[s].cols().start(first)), buffer, begin[s], begin[s + 1] - begin[s]);
            }
        }
        for (Run run : moves) {
            copy(buffer, run.at, matrices[run.matrix].segment(), index(matrices[run.matrix], i, row, run.column), run.length);
        }
    }

    private static long index(LocalMatrix a, int i, int row, int column) {
        return (long) (a.rows().start(i) + row) * a.ld() + column;
    }

    private static void copy(MemorySegment from, long at, MemorySegment to, long index, int doubles) {
        MemorySegment.copy(from, 8 * at, to, 8 * index, 8L * doubles);
    }
}
