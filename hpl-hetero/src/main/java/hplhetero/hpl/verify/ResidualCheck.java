package hplhetero.hpl.verify;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.hpl.Residual;
import hplhetero.hpl.lu.Tags;
import hplhetero.hpl.matrix.MatrixGenerator;
import hplhetero.hpl.update.WorkerPool;

/**
 * ||Ax-b||_oo / (eps (||A||_oo ||x||_oo + ||b||_oo) N), A and b made anew column by column without storing them, the
 * columns shared by all ranks and workers. Source: HPL_pdtest.
 */
public final class ResidualCheck {
    private static final double EPSILON = 0x1p-53;
    /** Rows made together: their generator states stay in the first-level cache. */
    private static final int ROWS = 1024;

    private final Communicator ranks;
    private final WorkerPool pool;
    private final int n;
    private final MatrixGenerator generator;

    public ResidualCheck(Communicator ranks, WorkerPool pool, int n) {
        this.ranks = ranks;
        this.pool = pool;
        this.n = n;
        generator = new MatrixGenerator(n);
    }

    /** One worker's sums over its columns. */
    private final class Sums {
        final double[] ax = new double[n];
        final double[] rowSums = new double[n];
        final double[] column = new double[ROWS];

        /** Adds columns j0..j1-1 times x and their magnitudes. */
        void add(int j0, int j1, double[] x, double[] columnSums) {
            for (int i0 = 0; i0 < n; i0 += ROWS) {
                int rows = Math.min(ROWS, n - i0);
                MatrixGenerator.Columns columns = generator.new Columns(i0, j0, rows);
                for (int j = j0; j < j1; j++) {
                    columns.next(column);
                    add(i0, rows, x[j]);
                    columnSums[j] += magnitude(rows);
                }
            }
        }

        private void add(int i0, int rows, double xj) {
            for (int i = 0; i < rows; i++) {
                ax[i0 + i] += column[i] * xj;
                rowSums[i0 + i] += Math.abs(column[i]);
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
     * Computes the residual. Collective over the communicator.
     *
     * @param solution x, whole on every rank
     * @return the same on every rank
     */
    public Residual of(MemorySegment solution) {
        double[] x = solution.asSlice(0, 8L * n).toArray(ValueLayout.JAVA_DOUBLE);
        int from = (int) ((long) n * ranks.rank() / ranks.size());
        int to = (int) ((long) n * (ranks.rank() + 1) / ranks.size());
        Sums[] sums = new Sums[pool.workers()];
        double[] columnSums = new double[n];
        pool.run(sums.length, (task, worker) -> {
            sums[task] = new Sums();
            sums[task].add(share(from, to, task, sums.length), share(from, to, task + 1, sums.length), x, columnSums);
        }, () -> false);
        for (int w = 1; w < sums.length; w++) {
            for (int i = 0; i < n; i++) {
                sums[0].ax[i] += sums[w].ax[i];
                sums[0].rowSums[i] += sums[w].rowSums[i];
            }
        }
        double aOne = Arrays.stream(columnSums, from, to).max().orElse(0);
        return norms(together(sums[0], aOne), x);
    }

    private static int share(int from, int to, int part, int parts) {
        return from + (int) ((long) (to - from) * part / parts);
    }

    /** Sums of all ranks: A x, then the row sums; last the maximum of the ranks' ||A||_1. */
    private double[] together(Sums mine, double aOne) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment all = arena.allocate(8L * (2L * n + 1), 64);
            MemorySegment.copy(mine.ax, 0, all, ValueLayout.JAVA_DOUBLE, 0, n);
            MemorySegment.copy(mine.rowSums, 0, all, ValueLayout.JAVA_DOUBLE, 8L * n, n);
            all.setAtIndex(ValueLayout.JAVA_DOUBLE, 2L * n, aOne);
            Collectives.Allreduce allreduce = Collectives.of(ranks).allreduce(all.byteSize(), this::combine, Tags.AGREEMENT);
            allreduce.start(all);
            Await.done(allreduce);
            return all.toArray(ValueLayout.JAVA_DOUBLE);
        }
    }

    private void combine(MemorySegment inout, MemorySegment in) {
        for (long i = 0; i < 2L * n; i++) {
            inout.setAtIndex(ValueLayout.JAVA_DOUBLE, i,
                    inout.getAtIndex(ValueLayout.JAVA_DOUBLE, i) + in.getAtIndex(ValueLayout.JAVA_DOUBLE, i));
        }
        inout.setAtIndex(ValueLayout.JAVA_DOUBLE, 2L * n, Math.max(inout.getAtIndex(ValueLayout.JAVA_DOUBLE, 2L * n),
                in.getAtIndex(ValueLayout.JAVA_DOUBLE, 2L * n)));
    }

    private Residual norms(double[] all, double[] x) {
        double[] b = new double[Math.min(n, ROWS)];
        double residual = 0;
        double aInf = 0;
        double bInf = 0;
        for (int i0 = 0; i0 < n; i0 += ROWS) {
            int rows = Math.min(ROWS, n - i0);
            generator.new Columns(i0, n, rows).next(b);
            for (int i = 0; i < rows; i++) {
                residual = Math.max(residual, Math.abs(b[i] - all[i0 + i]));
                aInf = Math.max(aInf, all[n + i0 + i]);
                bInf = Math.max(bInf, Math.abs(b[i]));
            }
        }
        double xInf = Arrays.stream(x).map(Math::abs).reduce(0, Math::max);
        double xOne = Arrays.stream(x).map(Math::abs).sum();
        double scaled = n == 0 ? 0 : residual / (EPSILON * (aInf * xInf + bInf) * n);
        return new Residual(scaled, residual, aInf, all[2 * n], xInf, xOne, bInf, checksum(x));
    }

    /** Of numbers, not of their places in memory: the same on machines of any byte order. */
    private static int checksum(double[] x) {
        ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * x.length);
        bytes.asDoubleBuffer().put(x);
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return (int) sum.getValue();
    }
}
