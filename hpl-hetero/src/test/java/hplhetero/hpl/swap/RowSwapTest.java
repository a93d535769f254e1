package hplhetero.hpl.swap;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.OffHeap;
import hplhetero.comm.Await;
import hplhetero.comm.Communicator;
import hplhetero.comm.Operation;
import hplhetero.hpl.Cases;
import hplhetero.hpl.World;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Row swaps of a process column against swaps done one by one. Element (i, j) starts as 1000 i + j. */
class RowSwapTest {
    private static final int N = 83;
    private static final int NB = 8;
    private static final int ROUNDS = 40;
    private static final int TAG = 2;
    private static final int AT_ONCE = 2;
    private static final long SEED = 5;

    @ParameterizedTest
    @CsvSource({"1, MIX, true", "2, BINARY_EXCHANGE, true", "2, SPREAD_ROLL, true", "2, SPREAD_ROLL, false",
            "3, BINARY_EXCHANGE, true", "3, SPREAD_ROLL, true", "3, SPREAD_ROLL, false", "4, MIX, true", "5, MIX, false"})
    void shouldBringTheRowsOfUTogetherAndTheOthersHome(int ranks, SwapAlgorithm algorithm, boolean equilibrate) {
        HplCase c = Cases.of(N, NB).grid(ranks, 1).swap(algorithm, 20).equilibrate(equilibrate).make();
        World.run(ranks, column -> new Column(c, column).rounds());
    }

    /** One rank of the process column. */
    private static final class Column {
        private final HplCase c;
        private final Communicator column;
        private final LocalLayout layout;
        private final int[] rankOfRow;

        Column(HplCase c, Communicator column) {
            this.c = c;
            this.column = column;
            layout = new LocalLayout(BlockMap.of(c), column.rank());
            rankOfRow = IntStream.range(0, layout.map().panels()).map(k -> layout.map().owner(k, 0)).toArray();
        }

        void rounds() {
            try (Arena arena = Arena.ofShared()) {
                LocalMatrix a = LocalMatrix.allocate(0, 0, layout.rowSets().getFirst().rows(), layout.localColumns().getFirst().cols(),
                        arena);
                RowSwap swap = RowSwap.of(c, new ProcessColumn(column, rankOfRow, c.blockSize()),
                        new SwapCapacity(a.cols().size(), AT_ONCE, TAG), new RowCopies(), arena);
                Random random = new Random(SEED);
                for (int round = 0; round < ROUNDS; round++) {
                    one(a, swap, random, round);
                }
            }
        }

        /** In even rounds few columns, else many, in two parts that are on their way, and valid, at the same time. */
        private void one(LocalMatrix a, RowSwap swap, Random random, int round) {
            reset(a);
            boolean ahead = round % 2 == 0;
            int k = random.nextInt(layout.map().panels());
            int jb = layout.map().width(k);
            int top = k * NB;
            int[] ipiv = new int[NB];
            int below = random.nextBoolean() ? N : Math.min(N, top + 2 * NB);
            for (int i = 0; i < jb; i++) {
                ipiv[i] = top + i + random.nextInt(below - top - i);
            }
            int first = random.nextInt(N);
            int cols = 1 + random.nextInt(ahead ? Math.min(NB, N + 1 - first) : N + 1 - first);
            RowPermutation p = new RowPermutation(NB);
            p.set(top, ipiv, jb);
            int part = ahead ? cols : 1 + random.nextInt(cols);
            SwappedRows rows = new SwappedRows(NB);
            SwappedRows others = new SwappedRows(NB);
            Operation one = swap.start(a, p, first, part, rows, 0);
            Operation other = part < cols ? swap.start(a, p, first + part, cols - part, others, part) : one;
            Await.done(round % 4 < 2 ? one : other);
            Await.done(round % 4 < 2 ? other : one);
            int[] content = swapped(top, ipiv, jb);
            checkU(rows, k, content, first, part);
            checkU(others, k, content, first + part, part < cols ? cols - part : 0);
            checkOthers(a, k, content, first, cols);
        }

        private static int[] swapped(int top, int[] ipiv, int jb) {
            int[] content = IntStream.range(0, N).toArray();
            for (int i = 0; i < jb; i++) {
                int row = content[top + i];
                content[top + i] = content[ipiv[i]];
                content[ipiv[i]] = row;
            }
            return content;
        }

        private static void reset(LocalMatrix a) {
            for (int l = 0; l < a.rows().size(); l++) {
                for (int j = 0; j <= N; j++) {
                    a.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, (long) l * a.ld() + j, 1000.0 * a.rows().global(l) + j);
                }
            }
        }

        /** U is read first, then the moves are done, then U is written: the order of a column task. */
        private void checkU(SwappedRows rows, int k, int[] content, int first, int cols) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment u = arena.allocate(8L * NB * cols, 8);
                for (int i = 0; i < rows.width(); i++) {
                    OffHeap.copy(rows.u(i), u.address() + 8L * i * cols, 8L * cols);
                }
                for (int m = 0; m < rows.moves(); m++) {
                    OffHeap.copy(rows.from(m), rows.to(m), 8L * cols);
                }
                for (int i = 0; i < rows.width(); i++) {
                    for (int j = 0; j < cols; j++) {
                        assertThat(u.getAtIndex(ValueLayout.JAVA_DOUBLE, (long) i * cols + j))
                                .isEqualTo(1000.0 * content[k * NB + i] + first + j);
                    }
                }
            }
        }

        private void checkOthers(LocalMatrix a, int k, int[] content, int first, int cols) {
            for (int l = 0; l < a.rows().size(); l++) {
                int global = a.rows().global(l);
                for (int j = 0; j <= N && global / NB != k; j++) {
                    boolean inside = j >= first && j < first + cols;
                    assertThat(a.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, (long) l * a.ld() + j))
                            .as("row %d column %d, rank %d", global, j, column.rank())
                            .isEqualTo(1000.0 * (inside ? content[global] : global) + j);
                }
            }
        }
    }
}
