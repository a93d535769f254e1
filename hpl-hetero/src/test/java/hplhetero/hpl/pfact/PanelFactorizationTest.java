package hplhetero.hpl.pfact;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.comm.Communicator;
import hplhetero.comm.ProgressLoop;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.Cases;
import hplhetero.hpl.DenseOracle;
import hplhetero.hpl.World;
import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.timing.PhaseTimers;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One panel, shared by the ranks of a process column, against a textbook LU. */
class PanelFactorizationTest {
    private static final long WORD = 0x7ff8_0000_0000_0000L;
    private static final DenseKernels KERNELS = World.kernels("vector");
    private static final int TAG = 1;
    private static final double TOLERANCE = 1e-10;

    /**
     * A panel to factor.
     *
     * @param a      its rows from its block row on, by global row
     * @param k      its block number
     * @param nb     blocking factor
     * @param oracle the same, factored
     */
    private record Task(double[][] a, int k, int nb, DenseOracle oracle) {

        static Task random(Random random, int rows, int jb, int k, int nb) {
            double[][] a = new double[rows][];
            for (int i = 0; i < rows; i++) {
                a[i] = random.doubles(jb, -0.5, 0.5).toArray();
            }
            return of(a, k, nb);
        }

        static Task of(double[][] a, int k, int nb) {
            double[][] copy = new double[a.length][];
            for (int i = 0; i < a.length; i++) {
                copy[i] = a[i].clone();
            }
            return new Task(a, k, nb, new DenseOracle(copy, a[0].length));
        }

        int jb() {
            return a[0].length;
        }

        int n() {
            return k * nb + a.length;
        }
    }

    private static List<Task> tasks() {
        Random random = new Random(31);
        List<Task> tasks = new ArrayList<>();
        for (int jb : new int[] {1, 2, 7, 16, 37}) {
            tasks.add(Task.random(random, jb, jb, 0, jb + 3));
            tasks.add(Task.random(random, jb, jb, 2, jb));
            tasks.add(Task.random(random, jb + 1, jb, 1, jb));
            tasks.add(Task.random(random, 6 * jb + 2, jb, 1, jb));
        }
        tasks.add(Task.random(random, 500, 16, 0, 16));
        // of equal magnitudes the first row is the pivot
        tasks.add(Task.of(new double[][] {{-1}, {1}, {1}, {-1}, {1}}, 0, 1));
        tasks.add(Task.of(new double[][] {{1, 3}, {2, 1}, {-2, 1}, {2, 2}, {1, 2}, {-2, 7}}, 0, 2));
        return tasks;
    }

    private static List<PanelVariant> variants() {
        List<PanelVariant> variants = new ArrayList<>();
        for (Factorization rfact : Factorization.values()) {
            for (Factorization pfact : Factorization.values()) {
                for (int ndiv = 2; ndiv <= 3; ndiv++) {
                    for (int nbmin = 1; nbmin <= 8; nbmin *= 2) {
                        variants.add(new PanelVariant(rfact, ndiv, pfact, nbmin));
                    }
                }
            }
        }
        return variants;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldFactorAsATextbookDoesWithEveryVariant(int ranks) {
        List<Task> tasks = tasks();
        List<PanelVariant> variants = variants();
        assertThat(variants).hasSize(72);
        World.run(ranks, column -> tasks.forEach(task -> variants.forEach(variant -> new Rank(column, task, variant).check())));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldNameTheFirstColumnWithoutAPivotAndGoOn(int ranks) {
        double[][] a = new double[9][4];
        for (int i = 0; i < 9; i++) {
            a[i] = new double[] {i == 4 ? 2 : 1, 0, 0, i};
        }
        Task task = Task.of(a, 3, 4);
        World.run(ranks, column -> variants().forEach(variant -> assertThat(new Rank(column, task, variant).factor())
                .as("%s", variant).isEqualTo(1 + 3 * 4 + 1)));
    }

    /** What one rank sees of it. */
    private static final class Rank {
        private final Communicator column;
        private final Task task;
        private final PanelVariant variant;
        private final BlockMap map;
        private final BlockList blocks;
        private final int[] ipiv;
        private final long[] word;
        private MatrixRef rows;
        private MatrixRef l1;

        Rank(Communicator column, Task task, PanelVariant variant) {
            this.column = column;
            this.task = task;
            this.variant = variant;
            HplCase c = Cases.of(task.n(), task.nb).grid(column.size(), 1).make();
            map = BlockMap.of(c);
            blocks = new LocalLayout(map, column.rank()).rowSets().getFirst().rows();
            ipiv = new int[task.nb];
            word = new long[] {WORD + column.rank()};
        }

        int factor() {
            Arena arena = Arena.ofAuto();
            int m = blocks.size() - blocks.start(task.k);
            int ld = m + 3;
            rows = new MatrixRef(arena.allocate(8L * ld * task.jb(), 64), 0, m, task.jb(), ld);
            l1 = new MatrixRef(arena.allocate(8L * (task.jb() + 2) * task.jb(), 64), 0, task.jb(), task.jb(), task.jb() + 2);
            for (int i = 0; i < m; i++) {
                for (int j = 0; j < task.jb(); j++) {
                    rows.set(i, j, task.a[global(i)][j]);
                }
            }
            PanelBlock block = new PanelBlock(task.k, rows, l1, ipiv, blocks, task.nb, map.owner(task.k, 0),
                    word);
            Pivoting pivoting = new Pivoting(KERNELS, CollectiveAlgorithms.of(column), column.size(), task.nb, 1, TAG, new ProgressLoop(),
                    arena);
            return new PanelFactorization(KERNELS, variant, new PhaseTimers(1)).factor(block, pivoting);
        }

        /** Row of the panel of this rank's row i. */
        private int global(int i) {
            return blocks.global(blocks.start(task.k) + i) - task.k * task.nb;
        }

        void check() {
            int zero = factor();
            String what = variant + " " + task.a.length + "x" + task.jb() + " rank " + column.rank() + " of " + column.size();
            if (zero != 0) {
                throw new AssertionError(what + ": zero pivot " + zero);
            }
            assertThat(IntStream.of(ipiv).limit(task.jb()).map(p -> p - task.k * task.nb)).as(what)
                    .containsExactly(boxed(task.oracle.pivots()));
            assertThat(word[0] - WORD).as(what + ": of the first pivot's owner, to all").isEqualTo(map.owner(ipiv[0] / task.nb, 0));
            for (int i = 0; i < task.jb(); i++) {
                for (int j = 0; j < task.jb(); j++) {
                    near(l1.get(i, j), task.oracle.get(i, j), what + ": L1 " + i + "," + j);
                }
            }
            for (int i = 0; i < rows.rows(); i++) {
                for (int j = 0; j < task.jb() && global(i) >= task.jb(); j++) {
                    near(rows.get(i, j), task.oracle.get(global(i), j), what + ": L2 " + i + "," + j);
                }
            }
        }

        private static Integer[] boxed(int[] values) {
            return IntStream.of(values).boxed().toArray(Integer[]::new);
        }

        private static void near(double actual, double expected, String what) {
            if (!(Math.abs(actual - expected) < TOLERANCE)) {
                throw new AssertionError(what + " is " + actual + " instead of " + expected);
            }
        }
    }
}
