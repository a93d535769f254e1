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
class DgemmContractTest {
    private static final double EPS = Math.ulp(1.0);
    private final DenseKernels oracle = Providers.oracle();
    private final Random random = new Random(1);

    @Parameter
    DenseKernels kernels;

    @ParameterizedTest
    @EnumSource
    void shouldMultiplyAnySizesWithBAsItStands(Transpose transA) {
        multiplyAnySizes(transA, Transpose.NO);
    }

    @ParameterizedTest
    @EnumSource
    void shouldMultiplyAnySizesWithBTransposed(Transpose transA) {
        multiplyAnySizes(transA, Transpose.YES);
    }

    private void multiplyAnySizes(Transpose transA, Transpose transB) {
        int turn = 0;
        for (Sizes.Triple size : Sizes.triples()) {
            compare(transA, transB, size, Sizes.FACTORS[1 + turn % 3], Sizes.FACTORS[turn / 3 % 4]);
            turn++;
        }
    }

    /** Some providers work on slices of half a million elements. */
    @ParameterizedTest
    @EnumSource
    void shouldMultiplyIntoALargeMatrix(Transpose transB) {
        compare(Transpose.NO, transB, new Sizes.Triple(701, 1203, 3), -1, 1);
        compare(Transpose.YES, transB, new Sizes.Triple(3, 5, 30011), 1, 0.5);
    }

    @Test
    void shouldHonourEveryAlphaAndBeta() {
        for (double alpha : Sizes.FACTORS) {
            for (double beta : Sizes.FACTORS) {
                compare(Transpose.NO, Transpose.YES, new Sizes.Triple(33, 17, 9), alpha, beta);
                compare(Transpose.YES, Transpose.NO, new Sizes.Triple(5, 31, 0), alpha, beta);
            }
        }
    }

    @Test
    void shouldOverwriteNanWhenBetaIsZero() {
        try (Arena arena = Arena.ofConfined()) {
            for (int k : new int[] {0, 1, 40}) {
                for (double alpha : new double[] {0, 1}) {
                    Operand a = Operand.random(arena, random, 35, k);
                    Operand b = Operand.random(arena, random, k, 29);
                    Operand c = Operand.random(arena, random, 35, 29);
                    fill(c.ref(), Double.NaN);
                    Operand expected = c.copy(random);
                    kernels.dgemm(Transpose.NO, Transpose.NO, alpha, a.ref(), b.ref(), 0, c.ref());
                    oracle.dgemm(Transpose.NO, Transpose.NO, alpha, a.ref(), b.ref(), 0, expected.ref());
                    c.assertClose(expected, EPS * 10 * (k + 1), "k=" + k + " alpha=" + alpha);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSpreadNanAndInfinityAlongTheirRowAlone(Transpose transA) {
        try (Arena arena = Arena.ofConfined()) {
            for (double poison : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
                Operand a = Operand.random(arena, random, transA, 41, 19);
                a.ref().set(transA == Transpose.NO ? 20 : 7, transA == Transpose.NO ? 7 : 20, poison);
                Operand b = Operand.random(arena, random, 19, 23);
                Operand c = Operand.random(arena, random, 41, 23);
                kernels.dgemm(transA, Transpose.NO, -1, a.ref(), b.ref(), 1, c.ref());
                assertOnlyRowIsPoisoned(c.ref(), 20);
            }
        }
    }

    @Test
    void shouldRefuseShapesThatDoNotMatch() {
        try (Arena arena = Arena.ofConfined()) {
            Operand a = Operand.random(arena, random, 4, 3);
            Operand b = Operand.random(arena, random, 4, 5);
            Operand c = Operand.random(arena, random, 4, 5);
            assertThatThrownBy(() -> kernels.dgemm(Transpose.NO, Transpose.NO, 1, a.ref(), b.ref(), 1, c.ref()))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("op(A)=4x3")
                    .hasMessageContaining("op(B)=4x5").hasMessageContaining("C=4x5");
        }
    }

    private void compare(Transpose transA, Transpose transB, Sizes.Triple size, double alpha, double beta) {
        try (Arena arena = Arena.ofConfined()) {
            int m = size.m();
            int n = size.n();
            int k = size.k();
            Operand a = Operand.random(arena, random, transA, m, k);
            Operand b = Operand.random(arena, random, transB, k, n);
            Operand c = Operand.random(arena, random, m, n);
            Operand expected = c.copy(random);
            kernels.dgemm(transA, transB, alpha, a.ref(), b.ref(), beta, c.ref());
            oracle.dgemm(transA, transB, alpha, a.ref(), b.ref(), beta, expected.ref());
            c.assertClose(expected, EPS * (k + 2), size + " " + transA + transB + " alpha=" + alpha + " beta=" + beta);
            a.assertFrameUntouched();
            b.assertFrameUntouched();
        }
    }

    private static void assertOnlyRowIsPoisoned(MatrixRef c, int row) {
        for (int j = 0; j < c.cols(); j++) {
            for (int i = 0; i < c.rows(); i++) {
                assertThat(Double.isFinite(c.get(i, j))).as("element (%d, %d)", i, j).isEqualTo(i != row);
            }
        }
    }

    private static void fill(MatrixRef a, double value) {
        for (int j = 0; j < a.cols(); j++) {
            for (int i = 0; i < a.rows(); i++) {
                a.set(i, j, value);
            }
        }
    }
}
