package hplhetero.hpl.solve;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.VectorRef;
import hplhetero.comm.Communicator;
import hplhetero.comm.ProgressLoop;
import hplhetero.comm.Request;
import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Back substitution x := U^-1 y on any map of blocks. Block columns are solved from the last to the first. For block column k
 * the owner of the diagonal block solves for x_k, which goes from rank to rank of its process column ({@link SolutionPath}). Each of these
 * ranks subtracts its U_ik x_k from y_i and hands y_i on to the owner of U_i,k-1.
 *
 * <p>The parts of y move through the process columns in chunks, those next to the diagonal first. While a column still works on the far
 * chunks, the next one has what it needs to begin, so all columns work at once. Every y_i meets the block columns in the same order on
 * every map, so the bits of x do not depend on the map. Source: HPL_pdtrsv, with a fixed order of the sums.
 */
public final class BackSubstitution {
    /** Number of chunks of a whole column in which parts of y move: more than process columns, or the pipeline runs dry. */
    private static final int CHUNKS = 16;

    private final Communicator ranks;
    private final BlockMap map;
    private final int me;
    private final LocalMatrix[] matrices;
    private final LocalLayout layout;
    private final DenseKernels kernels;
    private final WorkerPool pool;
    private final PhaseTimers timers;
    private final ProgressLoop progress = new ProgressLoop();
    private final SolutionPath path;
    /** Solution, N doubles, of which this rank has the parts that it solved or received. */
    private final MemorySegment x;
    /** Right-hand side, N doubles: y_i as far as block columns have been subtracted. */
    private final MemorySegment y;
    /** Buffer for one message with parts of y, N doubles. */
    private final MemorySegment incoming;
    /** The parts of y side by side from which a device subtracts, N doubles. */
    private final MemorySegment sums;
    /** Send buffers, of which block column k uses number k mod 2. */
    private final Outbox[] outboxes = new Outbox[2];
    /** Block rows of each virtual row, indexed by virtual row. */
    private final BlockList[] virtualRow;
    /** Number of block rows of a chunk. */
    private final int chunkBlocks;

    /** A buffer with messages that carry parts of x and y. The messages need the buffer until they have left. */
    private static final class Outbox {
        final MemorySegment buffer;
        final List<Request> requests = new ArrayList<>();
        long used;

        Outbox(MemorySegment buffer) {
            this.buffer = buffer;
        }
    }

    /**
     * Makes the back substitution of one rank, and takes its memory.
     *
     * @param ranks    communicator of the ranks of the case
     * @param layout   which blocks this rank owns
     * @param matrices local matrices of {@code layout}, in its order
     * @param kernels  this rank's kernels
     * @param pool     this rank's workers
     * @param timers   add up the time of each phase
     * @param arena    arena that the memory is taken from
     */
    public BackSubstitution(Communicator ranks, LocalLayout layout, LocalMatrix[] matrices, DenseKernels kernels, WorkerPool pool,
            PhaseTimers timers, Arena arena) {
        this.ranks = ranks;
        this.layout = layout;
        this.matrices = matrices;
        this.kernels = kernels;
        this.pool = pool;
        this.timers = timers;
        map = layout.map();
        path = new SolutionPath(map);
        me = ranks.rank();
        long bytes = bytesPerVector(map.n());
        x = arena.allocate(bytes, 64);
        y = arena.allocate(bytes, 64);
        incoming = arena.allocate(bytes, 64);
        sums = arena.allocate(bytes, 64);
        outboxes[0] = new Outbox(arena.allocate(bytes, 64));
        outboxes[1] = new Outbox(arena.allocate(bytes, 64));
        virtualRow = new BlockList[map.grid().rows()];
        for (int r = 0; r < virtualRow.length; r++) {
            virtualRow[r] = layout.virtualRow(r);
        }
        chunkBlocks = chunkBlocks(map);
    }

    /**
     * Returns the number of block rows in a chunk of the right-hand side y of U x = y. A chunk moves as a whole from one process column to
     * the next; the chunk at the end of y may have fewer block rows.
     *
     * @param map which rank owns which block of the matrix
     * @return the number of block rows, &gt;= 1
     */
    public static int chunkBlocks(BlockMap map) {
        int chunks = map.grid().cols() == 1 ? 1 : CHUNKS;
        return Math.max(1, (map.panels() + chunks - 1) / chunks);
    }

    private static long bytesPerVector(int n) {
        return 8L * Math.max(1, n);
    }

    /** Returns the bytes of work space that back substitution takes on one rank, for a matrix of order {@code n}. */
    public static long bytes(int n) {
        return 6 * bytesPerVector(n);
    }

    /**
     * Solves U x = y for x. Collective over the map's ranks.
     *
     * @return a vector of N doubles. This rank has set the elements of x that belong to diagonal blocks of its own, and those that it
     *         received from other ranks for its own blocks; the other elements mean nothing. The vector lives as long as the arena that the
     *         constructor was given
     */
    public MemorySegment run() {
        long clock = timers.now();
        if (map.panels() > 0) {
            sendB(map.panels() - 1);
        }
        for (int k = map.panels() - 1; k >= 0; k--) {
            int s = layout.localColumnOf(map.kappa()[k]);
            if (s >= 0) {
                blockColumn(k, matrices[s]);
            }
        }
        for (Outbox outbox : outboxes) {
            empty(outbox);
        }
        timers.add(0, Phase.SOLVE, clock);
        return x;
    }

    /**
     * Returns the rank that has y_i, for i in virtual row {@code r}, before block column {@code k} is subtracted: the owner in the next
     * block column, or, for the last panel, in the block column that holds b.
     */
    private int before(int r, int k) {
        return map.grid().owner(r, k + 1 < map.kappa().length ? map.kappa()[k + 1] : map.kappa()[k]);
    }

    /**
     * On a rank that holds a part of column N: takes y from there, and hands y on where the rank keeps the last block column in another
     * local matrix, or has no block of it.
     *
     * @param last the last block column
     */
    private void sendB(int last) {
        int holder = layout.localColumnOf(map.kappa()[map.kappa().length - 1]);
        if (holder < 0) {
            return;
        }
        takeY(matrices[holder]);
        if (holder != layout.localColumnOf(map.kappa()[last])) {
            // Block column `last` first waits until its own outbox is empty, when nobody may receive b yet: b takes the other outbox.
            Outbox outbox = outboxes[last + 1 & 1];
            for (int g = last / chunkBlocks; g >= 0; g--) {
                sendChunk(g, last + 1, last, matrices[holder], outbox);
            }
        }
    }

    private void blockColumn(int k, LocalMatrix a) {
        Outbox outbox = outboxes[k & 1];
        empty(outbox);
        int nearest = k / chunkBlocks;
        receiveChunk(nearest, k, a);
        if (map.owner(k, k) == me) {
            solveDiagonal(k, a);
        }
        passOn(k, a, outbox);
        for (int g = nearest; g >= 0; g--) {
            if (g != nearest) {
                receiveChunk(g, k, a);
            }
            subtract(g, k, a);
            sendChunk(g, k, k - 1, a, outbox);
        }
    }

    /** Copies y out of column N, on a rank that holds a part of it. */
    private void takeY(LocalMatrix a) {
        int column = a.cols().tailStart() - 1;
        a.memory().refresh(0, a.rows().size(), column, 1);
        for (int b = 0; b < a.rows().blockCount(); b++) {
            int block = a.rows().block(b);
            for (int l = a.rows().start(block), g = block * map.nb(); l < a.rows().start(block + 1); l++, g++) {
                y.setAtIndex(ValueLayout.JAVA_DOUBLE, g,
                        a.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, (long) l * a.ld() + column));
            }
        }
    }

    private MemorySegment part(MemorySegment vector, int k) {
        return vector.asSlice(8L * k * map.nb(), 8L * map.width(k));
    }

    private void solveDiagonal(int k, LocalMatrix a) {
        // x_k <- U_kk^-1 y_k
        MemorySegment.copy(part(y, k), 0, part(x, k), 0, 8L * map.width(k));
        // The matrix is row-major, so its transpose holds U^T, which is lower triangular.
        kernels.dtrsv(Triangle.LOWER, Transpose.YES, Diagonal.NON_UNIT,
                a.transposed(a.rows().start(k), a.cols().start(k), map.width(k), map.width(k)), vector(x, k));
    }

    private VectorRef vector(MemorySegment of, int k) {
        return new VectorRef(of, (long) k * map.nb(), map.width(k), 1);
    }

    /** Receives x_k where another rank solves for it and some block of this rank needs it, and hands it on. */
    private void passOn(int k, LocalMatrix a, Outbox outbox) {
        int stops = path.find(k);
        int from = map.owner(k, k);
        for (int i = 0; i < stops; i++) {
            int to = map.grid().owner(path.row(i), a.column());
            if (to == me) {
                progress.until(ranks.irecv(part(x, k), from, Tags.SOLUTION));
            } else if (from == me) {
                outbox.requests.add(ranks.isend(part(x, k), to, Tags.SOLUTION));
            }
            from = to;
        }
    }

    /** Subtracts U_ik x_k from y_i, for the blocks i &lt; k of one chunk. */
    private void subtract(int g, int k, LocalMatrix a) {
        int first = a.rows().firstFrom(g * chunkBlocks);
        int count = a.rows().firstFrom(Math.min(k, (g + 1) * chunkBlocks)) - first;
        int columns = a.memory() == MatrixMemory.HOST || count == 0 ? map.width(k) : subtractOnDevice(first, count, k, a);
        pool.run(columns == 0 ? 0 : count, (task, worker) -> {
            long clock = timers.now();
            int i = a.rows().block(first + task);
            // y_i <- y_i - U_ik x_k
            kernels.dgemv(Transpose.YES, -1.0, a.transposed(a.rows().start(i), a.cols().start(k), map.width(i), columns),
                    new VectorRef(x, (long) k * map.nb(), columns, 1), 1.0, vector(y, i));
            if (worker > 0) {
                timers.add(worker, Phase.SOLVE, clock);
            }
        }, progress::poll);
    }

    /** Subtracts the part of U_ik x_k that a device holds from y_i, for some block rows i; returns how many columns are left. */
    private int subtractOnDevice(int first, int count, int k, LocalMatrix a) {
        int row = a.rows().start(a.rows().block(first));
        int rows = 0;
        for (int b = first; b < first + count; b++) {
            int i = a.rows().block(b);
            MemorySegment.copy(y, 8L * i * map.nb(), sums, 8L * rows, 8L * map.width(i));
            rows += map.width(i);
        }
        int left = a.memory().subtractProduct(row, rows, a.cols().start(k), map.width(k), x.address() + 8L * k * map.nb(), sums.address());
        rows = 0;
        for (int b = first; b < first + count; b++) {
            int i = a.rows().block(b);
            MemorySegment.copy(sums, 8L * rows, y, 8L * i * map.nb(), 8L * map.width(i));
            rows += map.width(i);
        }
        return left;
    }

    /** Receives the blocks i &lt;= k of a chunk of y, from which block column k + 1 has been subtracted. */
    private void receiveChunk(int g, int k, LocalMatrix a) {
        for (int r : layout.rowSets().get(a.rowSet()).virtualRows()) {
            long bytes = chunkBytes(r, g, k);
            if (before(r, k) != me && bytes > 0) {
                MemorySegment message = incoming.asSlice(0, bytes);
                progress.until(ranks.irecv(message, before(r, k), Tags.PARTIAL_SUM));
                forEachBlock(r, g, k, (block, at) -> MemorySegment.copy(message, at, y, 8L * block * map.nb(), 8L * map.width(block)));
            }
        }
    }

    /** Hands the blocks i &lt; k of a chunk of y on to the owners of block column {@code to}. */
    private void sendChunk(int g, int k, int to, LocalMatrix a, Outbox outbox) {
        for (int r : layout.rowSets().get(a.rowSet()).virtualRows()) {
            long bytes = to < 0 ? 0 : chunkBytes(r, g, k - 1);
            if (bytes > 0 && map.grid().owner(r, map.kappa()[to]) != me) {
                MemorySegment message = outbox.buffer.asSlice(outbox.used, bytes);
                outbox.used += bytes;
                forEachBlock(r, g, k - 1, (block, at) -> MemorySegment.copy(y, 8L * block * map.nb(), message, at, 8L * map.width(block)));
                outbox.requests.add(ranks.isend(message, map.grid().owner(r, map.kappa()[to]), Tags.PARTIAL_SUM));
            }
        }
    }

    private interface BlockAction {
        void at(int block, long byteInMessage);
    }

    private long chunkBytes(int r, int g, int last) {
        BlockList list = virtualRow[r];
        return 8L * (list.start(Math.min(last + 1, (g + 1) * chunkBlocks)) - list.start(g * chunkBlocks));
    }

    /** Does an action for the blocks of virtual row {@code r} in chunk {@code g}, up to block {@code last}. */
    private void forEachBlock(int r, int g, int last, BlockAction action) {
        BlockList list = virtualRow[r];
        int first = list.firstFrom(g * chunkBlocks);
        int end = list.firstFrom(Math.min(last + 1, (g + 1) * chunkBlocks));
        for (int b = first; b < end; b++) {
            int block = list.block(b);
            action.at(block, 8L * (list.start(block) - list.start(g * chunkBlocks)));
        }
    }

    private void empty(Outbox outbox) {
        outbox.requests.forEach(progress::until);
        outbox.requests.clear();
        outbox.used = 0;
    }
}
