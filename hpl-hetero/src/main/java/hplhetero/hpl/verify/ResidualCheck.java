package hplhetero.hpl.verify;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.matrix.MatrixGenerator;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * The residual check ||Ax-b||_oo / (eps (||A||_oo ||x||_oo + ||b||_oo) N), with A and b generated again and not stored. Ranks share the
 * columns of A, and a rank's workers share the rows, some columns at a time. So a rank has one vector of each kind of sum, however many its
 * workers, and their number does not change a bit of the result. Vectors are off-heap. Source: HPL_pdtest. Owner: the rank's thread.
 */
public final class ResidualCheck {
    private static final double EPSILON = 0x1p-53;
    /** Number of rows of a task: small enough that there are many tasks, and that what a task works on stays in the first-level cache. */
    private static final int ROWS_PER_TASK = 256;
    /** Number of columns of a batch of tasks: so many that the jump to the first column is little work beside them. */
    private static final int COLUMNS_PER_BATCH = 256;

    private final Communicator ranks;
    private final WorkerPool pool;
    private final int n;
    private final MatrixGenerator generator;
    private final Tile[] tiles;
    /** Sums over this rank's columns, 2 N doubles: A x, then the sums of the magnitudes in each row. */
    private final MemorySegment sums;
    /** Sums of the magnitudes in each column of a batch, over the rows of each task; row-major, a row for each task. */
    private final MemorySegment parts;
    private final MemorySegment aOne;
    private final Collectives.Allreduce sum;
    private final Collectives.Allreduce largest;

    /**
     * Takes all memory of the check.
     *
     * @param ranks communicator of the ranks of the case
     * @param pool  this rank's workers
     * @param n     order of A
     * @param arena an arena whose memory several threads may use
     */
    public ResidualCheck(Communicator ranks, WorkerPool pool, int n, Arena arena) {
        this.ranks = ranks;
        this.pool = pool;
        this.n = n;
        generator = new MatrixGenerator(n);
        tiles = new Tile[pool.workers()];
        Arrays.setAll(tiles, worker -> new Tile());
        sums = arena.allocate(sumBytes(n), 64);
        parts = arena.allocate(8L * tasks(n) * COLUMNS_PER_BATCH, 64);
        aOne = arena.allocate(ValueLayout.JAVA_DOUBLE);
        sum = CollectiveAlgorithms.of(ranks).allreduce(sums.byteSize(), ResidualCheck::add, Tags.AGREEMENT);
        largest = CollectiveAlgorithms.of(ranks).allreduce(aOne.byteSize(), ResidualCheck::larger, Tags.AGREEMENT);
    }

    private static long sumBytes(int n) {
        return 16L * Math.max(1, n);
    }

    private static int tasks(int n) {
        return (int) ((n + ROWS_PER_TASK - 1L) / ROWS_PER_TASK);
    }

    /**
     * Returns the bytes of memory that the check takes on one rank, those received from another rank included.
     *
     * @param n order of A
     */
    public static long bytes(int n) {
        return 2 * sumBytes(n) + 8L * tasks(n) * COLUMNS_PER_BATCH;
    }

    /** The buffers of one worker for the rows of one task. */
    private final class Tile {
        private final double[] ax = new double[ROWS_PER_TASK];
        private final double[] rowSums = new double[ROWS_PER_TASK];
        private final double[] column = new double[ROWS_PER_TASK];

        /** Adds columns j0..j1-1 times x, and the magnitudes of these columns, to the sums. */
        void add(int task, int j0, int j1, MemorySegment x) {
            int i0 = task * ROWS_PER_TASK;
            int rows = Math.min(ROWS_PER_TASK, n - i0);
            MemorySegment.copy(sums, ValueLayout.JAVA_DOUBLE, 8L * i0, ax, 0, rows);
            MemorySegment.copy(sums, ValueLayout.JAVA_DOUBLE, 8L * n + 8L * i0, rowSums, 0, rows);
            MatrixGenerator.Columns columns = generator.new Columns(i0, j0, rows);
            for (int j = j0; j < j1; j++) {
                columns.next(column);
                add(rows, x.getAtIndex(ValueLayout.JAVA_DOUBLE, j));
                parts.setAtIndex(ValueLayout.JAVA_DOUBLE, (long) task * COLUMNS_PER_BATCH + j - j0, magnitude(rows));
            }
            MemorySegment.copy(ax, 0, sums, ValueLayout.JAVA_DOUBLE, 8L * i0, rows);
            MemorySegment.copy(rowSums, 0, sums, ValueLayout.JAVA_DOUBLE, 8L * n + 8L * i0, rows);
        }

        private void add(int rows, double xj) {
            for (int i = 0; i < rows; i++) {
                ax[i] += column[i] * xj;
                rowSums[i] += Math.abs(column[i]);
            }
        }

        private double magnitude(int rows) {
            double s0 = 0;
            double s1 = 0;
            int i = 0;
            for (; i + 2 <= rows; i += 2) {
                s0 += Math.abs(column[i]);
                s1 += Math.abs(column[i + 1]);
            }
            return s0 + s1 + (i < rows ? Math.abs(column[i]) : 0);
        }
    }

    /**
     * Computes the residual of a solution, for which it generates A and b again. Collective over the ranks of the case.
     *
     * @param x   in/out, N doubles; in: the parts whose diagonal blocks this rank owns, out: all of x
     * @param map the map that x was solved on
     * @return the norms and the scaled residual, equal on every rank
     */
    public Residual of(MemorySegment x, BlockMap map) {
        gather(x, map);
        multiply(x);
        together(sum, sums);
        together(largest, aOne);
        return norms(x);
    }

    private void gather(MemorySegment x, BlockMap map) {
        for (int k = 0; k < map.panels(); k++) {
            if (map.owner(k, k) != ranks.rank()) {
                x.asSlice(8L * k * map.nb(), 8L * map.width(k)).fill((byte) 0);
            }
        }
        together(sum, x);
    }

    private static void together(Collectives.Allreduce allreduce, MemorySegment values) {
        allreduce.start(values);
        Await.done(allreduce);
    }

    private static void add(MemorySegment inout, MemorySegment in) {
        for (long i = 0; i < inout.byteSize() / Double.BYTES; i++) {
            inout.setAtIndex(ValueLayout.JAVA_DOUBLE, i,
                    inout.getAtIndex(ValueLayout.JAVA_DOUBLE, i) + in.getAtIndex(ValueLayout.JAVA_DOUBLE, i));
        }
    }

    private static void larger(MemorySegment inout, MemorySegment in) {
        inout.setAtIndex(ValueLayout.JAVA_DOUBLE, 0,
                Math.max(inout.getAtIndex(ValueLayout.JAVA_DOUBLE, 0), in.getAtIndex(ValueLayout.JAVA_DOUBLE, 0)));
    }

    /** Adds up this rank's columns, and finds the largest sum of magnitudes of one column. */
    private void multiply(MemorySegment x) {
        int from = (int) ((long) n * ranks.rank() / ranks.size());
        int to = (int) ((long) n * (ranks.rank() + 1) / ranks.size());
        sums.fill((byte) 0);
        double most = 0;
        for (int j = from; j < to; j += COLUMNS_PER_BATCH) {
            int j0 = j;
            int j1 = Math.min(to - j, COLUMNS_PER_BATCH) + j;
            pool.run(tasks(n), (task, worker) -> tiles[worker].add(task, j0, j1, x), () -> false);
            most = Math.max(most, largestOf(j1 - j0));
        }
        aOne.setAtIndex(ValueLayout.JAVA_DOUBLE, 0, most);
    }

    /** Returns the largest sum of magnitudes among the columns of a batch. */
    private double largestOf(int columns) {
        double[] totals = new double[columns];
        for (int task = 0; task < tasks(n); task++) {
            for (int c = 0; c < columns; c++) {
                totals[c] += parts.getAtIndex(ValueLayout.JAVA_DOUBLE, (long) task * COLUMNS_PER_BATCH + c);
            }
        }
        return Arrays.stream(totals).max().orElse(0);
    }

    private Residual norms(MemorySegment x) {
        double[] b = new double[Math.min(n, ROWS_PER_TASK)];
        double residual = 0;
        double aInf = 0;
        double bInf = 0;
        for (int i0 = 0; i0 < n; i0 += ROWS_PER_TASK) {
            int rows = Math.min(ROWS_PER_TASK, n - i0);
            generator.new Columns(i0, n, rows).next(b);
            for (int i = 0; i < rows; i++) {
                residual = Math.max(residual, Math.abs(b[i] - sums.getAtIndex(ValueLayout.JAVA_DOUBLE, i0 + i)));
                aInf = Math.max(aInf, sums.getAtIndex(ValueLayout.JAVA_DOUBLE, (long) n + i0 + i));
                bInf = Math.max(bInf, Math.abs(b[i]));
            }
        }
        double xInf = magnitudes(x).reduce(0, Math::max);
        double scaled = n == 0 ? 0 : residual / (EPSILON * (aInf * xInf + bInf) * n);
        return new Residual(scaled, residual, aInf, aOne.getAtIndex(ValueLayout.JAVA_DOUBLE, 0), xInf, magnitudes(x).sum(), bInf,
                checksum(x));
    }

    private DoubleStream magnitudes(MemorySegment x) {
        return IntStream.range(0, n).mapToDouble(i -> Math.abs(x.getAtIndex(ValueLayout.JAVA_DOUBLE, i)));
    }

    /** Returns the checksum of x. The checksum is of numbers, not of bytes in memory, so it is equal on machines of any byte order. */
    private int checksum(MemorySegment x) {
        CRC32C sum = new CRC32C();
        ByteBuffer number = ByteBuffer.allocate(Double.BYTES);
        for (int i = 0; i < n; i++) {
            sum.update(number.putDouble(0, x.getAtIndex(ValueLayout.JAVA_DOUBLE, i)).rewind());
        }
        return (int) sum.getValue();
    }
}
