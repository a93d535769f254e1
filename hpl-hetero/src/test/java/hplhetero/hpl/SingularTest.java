package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.VectorRef;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Matrices without a solution, or with what is no number in them: a result, never a crash, and never PASSED. */
@Timeout(300)
@Slow
class SingularTest {
    private static final int N = 45;
    private static final int NB = 8;
    private static final DenseKernels VECTOR = World.kernels("vector");
    private static final double[][] NETLIBS = DenseOracle.netlibs(N);

    static Stream<HplCase> layouts() {
        return Stream.of(Cases.of(N, NB), Cases.of(N, NB).depth(0), Cases.of(N, NB).grid(2, 2),
                Cases.of(N, NB).grid(2, 2).swap(SwapAlgorithm.SPREAD_ROLL, 0).depth(2), Cases.of(N, NB).grid(1, 3),
                Cases.of(N, NB).grid(3, 1).depth(0),
                Cases.of(N, NB).grid(2, 2).map(Cases.cells("0,1,2/0,3,1/2,0,3"))).map(Cases::make);
    }

    private static Solve.Outcome solve(Solve.Entries entries, HplCase c) {
        Solve.Outcome outcome = Solve.of(entries, c, 2, VECTOR);
        assertThat(outcome.residual().scaled() < 16).as("passes: %s", outcome.residual()).isFalse();
        return outcome;
    }

    @ParameterizedTest
    @Daily(4)
    @MethodSource("layouts")
    void shouldNameTheFirstZeroColumn(HplCase c) {
        for (int zero : new int[] {0, 7, 8, 20, N - 1}) {
            Solve.Outcome outcome = solve((i, j) -> j == zero || j == N - 1 ? 0 : NETLIBS[i][j], c);
            assertThat(outcome.zeroPivot()).as("column %d", zero).isEqualTo(1 + zero);
        }
    }

    @ParameterizedTest
    @Daily(4)
    @MethodSource("layouts")
    void shouldNameTheLastColumnWhenTwoRowsAreEqual(HplCase c) {
        // the first row is the first pivot, so the last, which equals it, is eliminated exactly
        Solve.Entries equalRows = (i, j) -> i == 0 || i == N - 1 ? 1 : NETLIBS[i][j];
        assertThat(solve(equalRows, c).zeroPivot()).isEqualTo(N);
    }

    @ParameterizedTest
    @Daily(4)
    @MethodSource("layouts")
    void shouldEndWithAZeroMatrixAndWithOneOfRankOne(HplCase c) {
        assertThat(solve((i, j) -> 0, c).zeroPivot()).isEqualTo(1);
        assertThat(solve((i, j) -> 1, c).zeroPivot()).isEqualTo(2);
    }

    @ParameterizedTest
    @Daily(4)
    @MethodSource("layouts")
    void shouldEndWithANearlySingularMatrix(HplCase c) {
        Solve.Outcome outcome = solve((i, j) -> i == N - 1 && j < N ? NETLIBS[0][j] * (1 + (j == 3 ? 0x1p-52 : 0)) : NETLIBS[i][j], c);
        assertThat(Arrays.stream(outcome.x()).map(Math::abs).max().orElse(0) > 1e6 || outcome.zeroPivot() > 0).isTrue();
        solve((i, j) -> Double.MIN_VALUE * (1 + (i * 7 + j * 3) % 5), c);
        solve((i, j) -> Double.MAX_VALUE * NETLIBS[i][j], c);
    }

    @ParameterizedTest
    @Daily(4)
    @MethodSource("layouts")
    void shouldEndWithWhatIsNoNumber(HplCase c) {
        Random random = new Random(8);
        for (double strange : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            for (int t = 0; t < 6; t++) {
                int row = random.nextInt(N);
                int col = t == 0 ? N : random.nextInt(N);
                solve((i, j) -> i == row && j == col ? strange : NETLIBS[i][j], c);
            }
            solve((i, j) -> j == 0 ? strange : NETLIBS[i][j], c);
            solve((i, j) -> i == N / 2 ? strange : NETLIBS[i][j], c);
            solve((i, j) -> strange, c);
        }
    }

    @ParameterizedTest
    @Daily(4)
    @MethodSource("layouts")
    void shouldFailWhenAKernelReturnsNaN(HplCase c) {
        DenseKernels faulty = Faults.before(VECTOR, "dscal", arguments -> {
            VectorRef x = (VectorRef) arguments[1];
            if (x.n() > 0) {
                x.set(x.n() - 1, Double.NaN);
            }
        });
        CaseResult result = World.solve(c.ranks(), 1, faulty, java.util.List.of(c)).getFirst();
        assertThat(result.status()).isEqualTo(CheckStatus.FAILED);
        assertThat(result.residual().orElseThrow().scaled()).isNaN();
    }

    @Test
    void shouldFailAndSayWhichColumnHasNoPivot() {
        AtomicInteger columns = new AtomicInteger();
        DenseKernels faulty = Faults.before(VECTOR, "idamax", arguments -> {
            VectorRef x = (VectorRef) arguments[0];
            for (int i = 0; i < x.n() && columns.get() == 5; i++) {
                x.set(i, 0);
            }
            columns.incrementAndGet();
        });
        // no wider than two panels: nothing is solved before
        CaseResult result = World.solve(1, 1, faulty, java.util.List.of(Cases.of(16, 8).make())).getFirst();
        assertThat(result.status()).isEqualTo(CheckStatus.FAILED);
        assertThat(result.singular()).isTrue();
        assertThat(result.note()).contains("column 5").contains("singular");
    }
}
