package hplhetero.blas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(name = "{0}")
@MethodSource("hplhetero.blas.Providers#all")
class VectorOperationsContractTest {
    private static final double EPS = Math.ulp(1.0);
    private final DenseKernels oracle = Providers.oracle();
    private final Random random = new Random(3);

    @Parameter
    DenseKernels kernels;

    @ParameterizedTest
    @EnumSource
    void shouldMultiplyMatrixByContiguousVectors(Transpose trans) {
        int turn = 0;
        for (int m : Sizes.ODD) {
            for (int n : Sizes.ODD) {
                double alpha = Sizes.FACTORS[turn % 4];
                double beta = Sizes.FACTORS[turn / 4 % 4];
                compareGemv(trans, m, n, alpha, beta, 1);
                turn++;
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldMultiplyALargeMatrix(Transpose trans) {
        compareGemv(trans, 701, 1203, -1, 1, 1);
    }

    @Test
    void shouldAddAnOuterProductToALargeMatrix() {
        compareGer(701, 1203, -1, 2);
    }

    @ParameterizedTest
    @EnumSource
    void shouldMultiplyMatrixByStridedVectors(Transpose trans) {
        for (int m : Sizes.TINY) {
            for (int n : Sizes.TINY) {
                compareGemv(trans, m, n, -1, 1, 3);
                compareGemv(trans, m, n, 0.5, 0, 2);
            }
        }
        compareGemv(trans, 130, 65, -1, 1, 2);
    }

    @ParameterizedTest
    @EnumSource
    void shouldOverwriteNanInYWhenBetaIsZero(Transpose trans) {
        for (int n : new int[] {0, 1, 21}) {
            try (Arena arena = Arena.ofConfined()) {
                Operand a = Operand.random(arena, random, trans, 33, n);
                Operand x = Operand.random(arena, random, n, 1);
                Operand y = Operand.random(arena, random, 33, 1);
                for (int i = 0; i < 33; i++) {
                    y.ref().set(i, 0, Double.NaN);
                }
                Operand expected = y.copy(random);
                kernels.dgemv(trans, 1, a.ref(), x.ref().column(0, 0, n), 0, y.ref().column(0, 0, 33));
                oracle.dgemv(trans, 1, a.ref(), x.ref().column(0, 0, n), 0, expected.ref().column(0, 0, 33));
                y.assertClose(expected, EPS * 30, "n=" + n);
            }
        }
    }

    @Test
    void shouldAddOuterProductsOfAnySize() {
        int turn = 0;
        for (int m : Sizes.ODD) {
            for (int n : Sizes.ODD) {
                int increment = 1 + turn % 3;
                compareGer(m, n, Sizes.FACTORS[turn++ % 4], increment);
            }
        }
    }

    @Test
    void shouldScaleVectorsOfAnyLength() {
        for (int n : Sizes.ODD) {
            for (int increment = 1; increment <= 3; increment++) {
                for (double alpha : Sizes.FACTORS) {
                    compareScal(n, increment, alpha);
                }
            }
        }
    }

    @Test
    void shouldSpreadNanInScale() {
        try (Arena arena = Arena.ofConfined()) {
            Operand x = Operand.random(arena, random, 20, 1);
            x.ref().set(13, 0, Double.NaN);
            kernels.dscal(2, x.ref().column(0, 0, 20));
            for (int i = 0; i < 20; i++) {
                assertThat(Double.isNaN(x.ref().get(i, 0))).as("element %d", i).isEqualTo(i == 13);
            }
        }
    }

    @Test
    void shouldFindTheLargestMagnitudeWhereverItIs() {
        try (Arena arena = Arena.ofConfined()) {
            for (int n : Sizes.ODD) {
                Operand rows = Operand.random(arena, random, 3, n);
                for (int at : new int[] {0, n / 3, n / 2, n - 1}) {
                    if (n > 0) {
                        double was = rows.ref().get(1, at);
                        rows.ref().set(1, at, at % 2 == 0 ? -7 : 7);
                        assertThat(kernels.idamax(rows.ref().row(1, 0, n))).as("n=%d", n).isEqualTo(at);
                        rows.ref().set(1, at, was);
                    }
                }
            }
        }
    }

    @Test
    void shouldFindTheFirstOfEqualMagnitudes() {
        try (Arena arena = Arena.ofConfined()) {
            for (int n : new int[] {2, 9, 17, 64, 100, 257}) {
                Operand x = Operand.random(arena, random, n, 1);
                for (int first = 0; first < n - 1; first += 1 + n / 11) {
                    Operand tied = x.copy(random);
                    tied.ref().set(first, 0, -3);
                    tied.ref().set(first + 1, 0, 3);
                    tied.ref().set(n - 1, 0, 3);
                    assertThat(kernels.idamax(tied.ref().column(0, 0, n))).as("n=%d", n).isEqualTo(first);
                }
            }
        }
    }

    @Test
    void shouldFindTheFirstOfAllZeros() {
        try (Arena arena = Arena.ofConfined()) {
            VectorRef x = new VectorRef(arena.allocate(Double.BYTES * 50L, Double.BYTES), 0, 50, 1);
            assertThat(kernels.idamax(x)).isZero();
        }
    }

    @Test
    void shouldFindNothingInAnEmptyVector() {
        try (Arena arena = Arena.ofConfined()) {
            assertThat(kernels.idamax(new VectorRef(arena.allocate(Double.BYTES), 0, 0, 1))).isEqualTo(-1);
        }
    }

    @Test
    void shouldRefuseShapesThatDoNotMatch() {
        try (Arena arena = Arena.ofConfined()) {
            MatrixRef a = Operand.random(arena, random, 4, 3).ref();
            VectorRef three = Operand.random(arena, random, 3, 1).ref().column(0, 0, 3);
            assertThatThrownBy(() -> kernels.dgemv(Transpose.NO, 1, a, three, 1, three))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("op(A)=4x3").hasMessageContaining("y.n=3");
            assertThatThrownBy(() -> kernels.dger(1, three, three, a))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("A=4x3").hasMessageContaining("x.n=3");
        }
    }

    private void compareGemv(Transpose trans, int m, int n, double alpha, double beta, int increment) {
        try (Arena arena = Arena.ofConfined()) {
            Operand a = Operand.random(arena, random, trans, m, n);
            Operand x = spaced(arena, n, increment);
            Operand y = spaced(arena, m, increment);
            Operand expected = y.copy(random);
            kernels.dgemv(trans, alpha, a.ref(), vector(x, n), beta, vector(y, m));
            oracle.dgemv(trans, alpha, a.ref(), vector(x, n), beta, vector(expected, m));
            y.assertClose(expected, EPS * (n + 2), "dgemv " + trans + " m=" + m + " n=" + n + " alpha=" + alpha
                    + " beta=" + beta + " increment=" + increment);
        }
    }

    private void compareGer(int m, int n, double alpha, int increment) {
        try (Arena arena = Arena.ofConfined()) {
            Operand a = Operand.random(arena, random, m, n);
            Operand x = spaced(arena, m, increment);
            Operand y = spaced(arena, n, increment);
            Operand expected = a.copy(random);
            kernels.dger(alpha, vector(x, m), vector(y, n), a.ref());
            oracle.dger(alpha, vector(x, m), vector(y, n), expected.ref());
            a.assertClose(expected, 4 * EPS, "dger m=" + m + " n=" + n + " alpha=" + alpha + " increment=" + increment);
        }
    }

    private void compareScal(int n, int increment, double alpha) {
        try (Arena arena = Arena.ofConfined()) {
            Operand x = spaced(arena, n, increment);
            Operand expected = x.copy(random);
            kernels.dscal(alpha, vector(x, n));
            oracle.dscal(alpha, vector(expected, n));
            x.assertClose(expected, 0, "dscal n=" + n + " alpha=" + alpha + " increment=" + increment);
        }
    }

    /** A vector as row 0 of a matrix (increment = ld), or as a column. */
    private Operand spaced(Arena arena, int n, int increment) {
        return increment == 1 ? Operand.random(arena, random, n, 1) : Operand.random(arena, random, increment, n);
    }

    private static VectorRef vector(Operand x, int n) {
        return x.ref().cols() == 1 && x.ref().rows() == n ? x.ref().column(0, 0, n) : x.ref().row(0, 0, n);
    }
}
