package hplhetero.hpl.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.Activity;
import hplhetero.hpl.Cases;
import hplhetero.hpl.DenseOracle;
import hplhetero.hpl.World;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.matrix.MatrixGenerator;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResidualCheckTest {
    private static final double EPSILON = 0x1p-53;

    private static Residual oracle(int n, double[] x) {
        double[][] a = DenseOracle.netlibs(n);
        double residual = 0;
        double aInf = 0;
        double bInf = 0;
        double[] columns = new double[n];
        for (int i = 0; i < n; i++) {
            double ax = 0;
            double row = 0;
            for (int j = 0; j < n; j++) {
                ax += a[i][j] * x[j];
                row += Math.abs(a[i][j]);
                columns[j] += Math.abs(a[i][j]);
            }
            residual = Math.max(residual, Math.abs(ax - a[i][n]));
            aInf = Math.max(aInf, row);
            bInf = Math.max(bInf, Math.abs(a[i][n]));
        }
        double xInf = Arrays.stream(x).map(Math::abs).max().orElse(0);
        return new Residual(residual / (EPSILON * (aInf * xInf + bInf) * n), residual, aInf,
                Arrays.stream(columns).max().orElse(0), xInf, Arrays.stream(x).map(Math::abs).sum(), bInf, 0);
    }

    private static Residual[] check(int ranks, int workers, int n, double[] x) {
        Residual[] residuals = new Residual[ranks];
        BlockMap map = BlockMap.of(Cases.of(n, 7).grid(1, ranks).make());
        World.run(ranks, world -> {
            try (WorkerPool pool = new WorkerPool(workers, "check-" + world.rank(), false, new Activity()); Arena arena = Arena
                    .ofShared()) {
                MemorySegment solution = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, x);
                residuals[world.rank()] = new ResidualCheck(world, pool, n, arena).of(solution, map);
            }
        });
        return residuals;
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 3, 1", "3, 1, 2", "1, 2, 97", "3, 2, 97", "1, 1, 1100", "2, 3, 1100", "5, 1, 3"})
    void shouldEqualADenseCheckOnEveryRank(int ranks, int workers, int n) {
        double[] x = new Random(n).doubles(n, -1, 1).toArray();
        Residual expected = oracle(n, x);
        for (Residual actual : check(ranks, workers, n, x)) {
            near(actual.scaled(), expected.scaled());
            near(actual.residual(), expected.residual());
            near(actual.aInf(), expected.aInf());
            near(actual.aOne(), expected.aOne());
            near(actual.xInf(), expected.xInf());
            near(actual.xOne(), expected.xOne());
            near(actual.bInf(), expected.bInf());
        }
    }

    /** CRC-32C of the solution's numbers, most significant byte first. */
    @Test
    void shouldTellTheChecksumOfTheSolution() {
        double[] x = {1, -2.5, 1e-300};
        ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * x.length).order(ByteOrder.BIG_ENDIAN);
        Arrays.stream(x).forEach(bytes::putDouble);
        CRC32C sum = new CRC32C();
        sum.update(bytes.array());
        assertThat(check(2, 1, x.length, x)).extracting(Residual::xSum).containsOnly((int) sum.getValue());
    }

    private static void near(double actual, double expected) {
        assertThat(actual).isCloseTo(expected, within(1e-12 * Math.abs(expected)));
    }

    @Test
    void shouldNotDependOnTheNumberOfWorkers() {
        double[] x = new Random(7).doubles(1100, -1, 1).toArray();
        Residual alone = check(2, 1, 1100, x)[0];
        assertThat(check(2, 2, 1100, x)).containsOnly(alone);
        assertThat(check(2, 7, 1100, x)).containsOnly(alone);
    }

    /** Sums of whole rows and columns, element by element. */
    private static double[] sums(int n) {
        MatrixGenerator.Columns columns = new MatrixGenerator(n).new Columns(0, 0, n);
        double[] column = new double[n];
        double[] ax = new double[n];
        double[] rows = new double[n];
        double aOne = 0;
        for (int j = 0; j < n; j++) {
            columns.next(column);
            double xj = CheckInASmallHeap.x(j);
            for (int i = 0; i < n; i++) {
                ax[i] += column[i] * xj;
                rows[i] += Math.abs(column[i]);
            }
            aOne = Math.max(aOne, Arrays.stream(column).map(Math::abs).sum());
        }
        columns.next(column);
        double[] x = IntStream.range(0, n).mapToDouble(CheckInASmallHeap::x).map(Math::abs).toArray();
        return new double[] {IntStream.range(0, n).mapToDouble(i -> Math.abs(column[i] - ax[i])).max().orElseThrow(),
                Arrays.stream(rows).max().orElseThrow(), aOne, Arrays.stream(x).max().orElseThrow(), Arrays.stream(x).sum(),
                Arrays.stream(column).map(Math::abs).max().orElseThrow()};
    }

    /** Two vectors of N a worker would be twice what there is. */
    @Test
    void shouldTakeNoVectorFromTheHeapForAWorker() throws Exception {
        int n = 4000;
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx16m",
                "-XX:+UseSerialGC",
                "-cp", System.getProperty("java.class.path"), CheckInASmallHeap.class.getName(), "" + n, "400").redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        double[] actual = Arrays.stream(said.strip().split(" ")).mapToDouble(Double::parseDouble).toArray();
        double[] expected = sums(n);
        for (int i = 0; i < expected.length; i++) {
            near(actual[i], expected[i]);
        }
    }

    @Test
    void shouldBeSmallForTheSolutionAndLargeForAnother() {
        double[] x = new DenseOracle(DenseOracle.netlibs(97), 97).solution();
        assertThat(check(2, 1, 97, x)[0].scaled()).isLessThan(1);
        x[50] += 1e-10;
        assertThat(check(2, 1, 97, x)[0].scaled()).isGreaterThan(16);
    }

    @ParameterizedTest
    @CsvSource({"NaN", "Infinity", "-Infinity"})
    void shouldNotPassWhatIsNoNumber(double what) {
        double[] x = new double[20];
        x[13] = what;
        for (Residual residual : check(3, 2, 20, x)) {
            assertThat(residual.scaled()).isNaN();
        }
    }
}
