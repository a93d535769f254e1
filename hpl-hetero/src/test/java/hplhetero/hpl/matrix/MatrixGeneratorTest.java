package hplhetero.hpl.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.problem.HplCase;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixGeneratorTest {
    private static final BigInteger MULTIPLIER = BigInteger.valueOf(6364136223846793005L);
    private static final BigInteger SEED = BigInteger.valueOf(100);
    private static final BigInteger MODULUS = BigInteger.TWO.pow(64);

    /** X_k = a^k X_0 + (a^k - 1) / (a - 1) mod 2^64. */
    private static BigInteger state(long k) {
        BigInteger less = MULTIPLIER.subtract(BigInteger.ONE);
        BigInteger power = MULTIPLIER.modPow(BigInteger.valueOf(k), MODULUS.multiply(less));
        return power.multiply(SEED).add(power.subtract(BigInteger.ONE).divide(less)).mod(MODULUS);
    }

    /** 0.5 - fl(X) / 2^64: the division is exact, the difference rounds once more. */
    private static double value(BigInteger state) {
        BigDecimal quotient = new BigDecimal(state.doubleValue()).divide(new BigDecimal(MODULUS));
        return new BigDecimal("0.5").subtract(quotient).doubleValue();
    }

    /** What HPL_dmatgen of netlib HPL 2.3 put there, printed with 17 digits. */
    @ParameterizedTest
    @CsvSource({"97, 0, 0, -5.1599441937666413e-05", "97, 1, 0, 0.38413122531282284", "97, 96, 0, -0.376345442628367",
        "97, 0, 1, -0.19538183910035345", "97, 48, 48, 0.14904574563933681", "97, 96, 96, -0.15178731111211219",
        "97, 0, 97, -0.16935351508567531", "97, 96, 97, -0.27417707722210682", "3000, 0, 0, -5.1599441937666413e-05",
        "3000, 2999, 0, 0.24122669642125222", "3000, 0, 1, -0.12292701314547894", "3000, 1500, 1500, 0.17140428742098301",
        "3000, 0, 3000, 0.15325127535087768", "3000, 2999, 3000, 0.29243241880455328"})
    void shouldMakeNetlibsElements(int n, int i, int j, double netlibs) {
        assertThat(new MatrixGenerator(n).element(i, j)).isEqualTo(netlibs);
    }

    @Test
    void shouldMakeTheFirstNumbersOneByOne() {
        int n = 60;
        MatrixGenerator generator = new MatrixGenerator(n);
        BigInteger x = SEED;
        for (int k = 0; k < n * (n + 1); k++) {
            x = x.multiply(MULTIPLIER).add(BigInteger.ONE).mod(MODULUS);
            assertThat(generator.element(k % n, k / n)).as("number %d", k).isEqualTo(value(x));
        }
    }

    @Test
    void shouldJumpFarAhead() {
        long seed = 4711;
        Random random = new Random(seed);
        int large = 0;
        int far = 0;
        for (int t = 0; t < 3000; t++) {
            int n = 1 + random.nextInt(t % 2 == 0 ? 3_000_000 : 200);
            int i = random.nextInt(n);
            int j = random.nextInt(n + 1);
            long k = i + (long) j * n;
            BigInteger x = state(k + 1);
            large += x.testBit(63) ? 1 : 0;
            far += k > 1L << 40 ? 1 : 0;
            assertThat(new MatrixGenerator(n).element(i, j)).as("seed %d, n=%d i=%d j=%d", seed, n, i, j).isEqualTo(value(x));
        }
        assertThat(large).as("states of 2^63 and more").isGreaterThan(1000);
        assertThat(far).as("positions beyond 2^40").isGreaterThan(500);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "-1", "9223372036854775807", "-9223372036854775808", "-9223372036854775807",
            // 53 bits and a tie, just above and just below it, on either side of 2^63
            "-9223372036854774784", "-9223372036854774783", "-9223372036854774785", "-9223372036854772736",
            "-9223372036854772735", "4611686018427388160", "4611686018427388161", "4611686018427388159", "-1024", "-1025"})
    void shouldRoundAStateOnce(long x) {
        assertThat(Lcg.value(x)).isEqualTo(value(new BigInteger(Long.toUnsignedString(x))));
    }

    @Test
    void shouldFillTheSameElementsOnEveryGrid() {
        for (int n : new int[] {1, 2, 15, 16, 17, 50}) {
            for (int nb : new int[] {1, 5, 8, 16, 64}) {
                for (Cases layout : Solve.layouts(n, nb)) {
                    everyElement(layout.make());
                }
            }
        }
    }

    private static void everyElement(HplCase c) {
        MatrixGenerator generator = new MatrixGenerator(c.n());
        int elements = 0;
        try (Arena arena = Arena.ofConfined()) {
            for (int rank = 0; rank < c.ranks(); rank++) {
                LocalLayout layout = new LocalLayout(BlockMap.of(c), rank);
                for (LocalLayout.LocalColumn column : layout.localColumns()) {
                    LocalMatrix a = LocalMatrix.allocate(column.column(), column.rowSet(),
                            layout.rowSets().get(column.rowSet()).rows(), column.cols(), arena);
                    elements += check(a, generator, c);
                }
            }
        }
        assertThat(elements).as("%s", c).isEqualTo(c.n() * (c.n() + 1));
    }

    private static int check(LocalMatrix a, MatrixGenerator generator, HplCase c) {
        for (int part = 0; part < MatrixGenerator.parts(a); part++) {
            generator.fill(a, part);
        }
        for (int l = 0; l < a.rows().size(); l++) {
            for (int m = 0; m < a.cols().size(); m++) {
                double made = a.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, (long) l * a.ld() + m);
                if (made != generator.element(a.rows().global(l), a.cols().global(m))) {
                    throw new AssertionError(c + ": local " + l + "," + m + " is " + made);
                }
            }
        }
        return a.rows().size() * a.cols().size();
    }
}
