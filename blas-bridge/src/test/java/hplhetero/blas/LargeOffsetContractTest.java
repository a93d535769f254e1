package hplhetero.blas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Matrices far into a segment of 38 GiB, with columns 1 GiB apart: a product of indices in 32 bits would
 * miss them. The segment is a sparse file, of which a few pages come to be.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("hplhetero.blas.Providers#all")
class LargeOffsetContractTest {
    private static final int LD = 1 << 27;
    private static final int COLS = 19;
    private static final long OFFSET = (1L << 31) + 5;
    private static final double TOLERANCE = 1e-14;

    @TempDir
    Path folder;

    @Parameter
    DenseKernels kernels;

    private final DenseKernels oracle = Providers.oracle();
    private final Random random = new Random(6);
    private Arena arena;
    private MatrixRef large;
    private Operand expected;

    @BeforeEach
    void placeAMatrixFarOut() throws IOException {
        arena = Arena.ofConfined();
        try (FileChannel file = FileChannel.open(folder.resolve("sparse"), StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            long bytes = (OFFSET + (long) (COLS - 1) * LD + 100) * Double.BYTES;
            MemorySegment segment = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            large = new MatrixRef(segment, OFFSET, 21, COLS, LD);
        }
        expected = Operand.random(arena, random, large.rows(), COLS);
        for (int j = 0; j < COLS; j++) {
            for (int i = 0; i < large.rows(); i++) {
                large.set(i, j, expected.ref().get(i, j));
            }
        }
    }

    @AfterEach
    void unmap() {
        arena.close();
    }

    @Test
    void shouldMultiplyFarOut() {
        MatrixRef a = Operand.random(arena, random, large.rows(), 9).ref();
        MatrixRef b = Operand.random(arena, random, COLS, 9).ref();
        kernels.dgemm(Transpose.NO, Transpose.YES, -1, a, b, 1, large);
        oracle.dgemm(Transpose.NO, Transpose.YES, -1, a, b, 1, expected.ref());
        assertAsExpected();
    }

    @Test
    void shouldReadOperandsFarOut() {
        MatrixRef b = Operand.random(arena, random, COLS, 6).ref();
        Operand c = Operand.random(arena, random, large.rows(), 6);
        Operand wanted = c.copy(random);
        kernels.dgemm(Transpose.NO, Transpose.NO, 1, large, b, 1, c.ref());
        oracle.dgemm(Transpose.NO, Transpose.NO, 1, expected.ref(), b, 1, wanted.ref());
        c.assertClose(wanted, TOLERANCE, "A far out");
    }

    @Test
    void shouldSolveFarOut() {
        MatrixRef a = Operand.triangular(arena, random, COLS, Triangle.LOWER, Diagonal.UNIT).ref();
        kernels.dtrsm(Side.RIGHT, Triangle.LOWER, Transpose.YES, Diagonal.UNIT, 1, a, large);
        oracle.dtrsm(Side.RIGHT, Triangle.LOWER, Transpose.YES, Diagonal.UNIT, 1, a, expected.ref());
        assertAsExpected();
    }

    @Test
    void shouldUpdateFarOut() {
        MatrixRef l1 = Operand.triangular(arena, random, 11, Triangle.LOWER, Diagonal.UNIT).ref();
        MatrixRef l2 = Operand.random(arena, random, COLS, 11).ref();
        MatrixRef ut = Operand.random(arena, random, large.rows(), 11).ref();
        PanelUpdate update = kernels.panelUpdate(COLS, large.rows(), 11, 1, arena);
        int packTasks = update.begin(l1, l2, arena.allocate(kernels.packedBytes(COLS, 11) + PanelUpdate.READ_AHEAD, 64));
        for (int task = 0; task < packTasks; task++) {
            update.pack(0, task);
        }
        UWindow.await(update, 0);
        UWindow.solve(update, 0, 0, ut);
        update.multiply(0, 0, 0, large);
        UWindow.await(update, 0);
        oracle.dgemm(Transpose.NO, Transpose.YES, -1, ut, l2, 1, expected.ref());
        assertAsExpected();
    }

    @Test
    void shouldTakeRowsFarOut() {
        VectorRef row = large.row(2, 0, COLS);
        VectorRef expectedRow = expected.ref().row(2, 0, COLS);
        Operand y = Operand.random(arena, random, large.rows(), 1);
        Operand wanted = y.copy(random);
        assertThat(kernels.idamax(row)).isEqualTo(oracle.idamax(expectedRow));
        kernels.dscal(0.5, row);
        oracle.dscal(0.5, expectedRow);
        assertAsExpected();
        MatrixRef below = large.window(3, 0, large.rows() - 3, COLS);
        MatrixRef expectedBelow = expected.ref().window(3, 0, large.rows() - 3, COLS);
        kernels.dgemv(Transpose.NO, 1, below, row, 0.5, y.ref().column(3, 0, below.rows()));
        oracle.dgemv(Transpose.NO, 1, expectedBelow, expectedRow, 0.5, wanted.ref().column(3, 0, below.rows()));
        y.assertClose(wanted, TOLERANCE, "dgemv");
        kernels.dger(-1, y.ref().column(3, 0, below.rows()), row, below);
        oracle.dger(-1, y.ref().column(3, 0, below.rows()), expectedRow, expectedBelow);
        assertAsExpected();
    }

    private void assertAsExpected() {
        for (int j = 0; j < COLS; j++) {
            for (int i = 0; i < large.rows(); i++) {
                assertThat(Math.abs(large.get(i, j) - expected.ref().get(i, j))).as("element (%d, %d)", i, j)
                        .isLessThan(TOLERANCE);
            }
        }
    }
}
