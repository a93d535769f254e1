package hplhetero.blas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.testing.Slow;
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
@Slow
class DtrsmContractTest {
    private final DenseKernels oracle = Providers.oracle();
    private final Random random = new Random(2);

    @Parameter
    DenseKernels kernels;

    @ParameterizedTest
    @EnumSource
    void shouldSolveEveryVariantAtAnySize(Side side) {
        int turn = 0;
        for (int order : Sizes.ODD) {
            for (Triangle triangle : Triangle.values()) {
                for (Transpose trans : Transpose.values()) {
                    for (Diagonal diagonal : Diagonal.values()) {
                        int other = Sizes.ODD[turn % (Sizes.ODD.length - 1)];
                        compare(side, triangle, trans, diagonal, Sizes.FACTORS[turn % 4], order, other);
                        turn++;
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSolveManyRightHandSides(Side side) {
        compare(side, Triangle.LOWER, Transpose.YES, Diagonal.UNIT, 1, 65, 700);
        compare(side, Triangle.UPPER, Transpose.NO, Diagonal.NON_UNIT, 1, 130, 259);
        compare(side, Triangle.LOWER, Transpose.NO, Diagonal.UNIT, -1, 29, 20011);
    }

    @Test
    void shouldSpreadNanWithinItsRightHandSideAlone() {
        try (Arena arena = Arena.ofConfined()) {
            Operand a = Operand.triangular(arena, random, 37, Triangle.LOWER, Diagonal.UNIT);
            Operand b = Operand.random(arena, random, 50, 37);
            b.ref().set(11, 0, Double.NaN);
            kernels.dtrsm(Side.RIGHT, Triangle.LOWER, Transpose.YES, Diagonal.UNIT, 1, a.ref(), b.ref());
            for (int j = 0; j < 37; j++) {
                for (int i = 0; i < 50; i++) {
                    assertThat(Double.isNaN(b.ref().get(i, j))).as("element (%d, %d)", i, j).isEqualTo(i == 11);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSolveForOneVector(Triangle triangle) {
        for (int n : Sizes.ODD) {
            for (Transpose trans : Transpose.values()) {
                for (Diagonal diagonal : Diagonal.values()) {
                    compareVector(triangle, trans, diagonal, n);
                }
            }
        }
    }

    @Test
    void shouldRefuseShapesThatDoNotMatch() {
        try (Arena arena = Arena.ofConfined()) {
            Operand a = Operand.random(arena, random, 4, 4);
            Operand b = Operand.random(arena, random, 4, 5);
            assertThatThrownBy(() -> kernels.dtrsm(Side.RIGHT, Triangle.LOWER, Transpose.NO, Diagonal.UNIT, 1,
                    a.ref(), b.ref())).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("A=4x4")
                    .hasMessageContaining("B=4x5");
            VectorRef x = a.ref().column(0, 0, 4);
            assertThatThrownBy(() -> kernels.dtrsv(Triangle.LOWER, Transpose.NO, Diagonal.UNIT, b.ref(), x))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("A=4x5")
                    .hasMessageContaining("x.n=4");
        }
    }

    private void compare(Side side, Triangle triangle, Transpose trans, Diagonal diagonal, double alpha, int order,
            int other) {
        try (Arena arena = Arena.ofConfined()) {
            Operand a = Operand.triangular(arena, random, order, triangle, diagonal);
            Transpose standing = side == Side.LEFT ? Transpose.NO : Transpose.YES;
            Operand b = Operand.random(arena, random, standing, order, other);
            Operand expected = b.copy(random);
            kernels.dtrsm(side, triangle, trans, diagonal, alpha, a.ref(), b.ref());
            oracle.dtrsm(side, triangle, trans, diagonal, alpha, a.ref(), expected.ref());
            b.assertClose(expected, 1e-15 * (order + 5), side + " " + triangle + " " + trans + " " + diagonal
                    + " alpha=" + alpha + " order=" + order + " other=" + other);
            a.assertFrameUntouched();
        }
    }

    private void compareVector(Triangle triangle, Transpose trans, Diagonal diagonal, int n) {
        try (Arena arena = Arena.ofConfined()) {
            Operand a = Operand.triangular(arena, random, n, triangle, diagonal);
            Operand rows = Operand.random(arena, random, 3, n);
            Operand expected = rows.copy(random);
            kernels.dtrsv(triangle, trans, diagonal, a.ref(), rows.ref().row(1, 0, n));
            oracle.dtrsv(triangle, trans, diagonal, a.ref(), expected.ref().row(1, 0, n));
            rows.assertClose(expected, 1e-15 * (n + 5), "dtrsv " + triangle + " " + trans + " " + diagonal + " n=" + n);
        }
    }
}
