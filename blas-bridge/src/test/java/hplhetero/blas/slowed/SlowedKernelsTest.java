package hplhetero.blas.slowed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Transpose;
import hplhetero.blas.host.reference.ReferenceProvider;
import hplhetero.testing.Slow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Slow
final class SlowedKernelsTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final DenseKernels PLAIN = new ReferenceProvider().load(Optional.empty());
    private static final int N = 192;

    @Test
    void shouldTakeNoLessThanTheFactorTimesTheCpuTimeThatItUses() {
        // a core that is taken away makes it longer, nothing makes it shorter
        assertThat(slowness(3, 12)).isGreaterThan(2.7);
    }

    @ParameterizedTest
    @CsvSource({"0, 3", "1000000, 3", "4000000, 5"})
    void shouldTakeTheFactorTimesTheCpuTimeOrWhatOthersLeaveOfTheCore(long lost, double ratio) {
        assertThat(new FakeClocks(lost, () -> 3).slowness()).isCloseTo(ratio, within(0.01));
    }

    @Test
    void shouldFollowAFactorThatChangesWhileItRuns() {
        double[] factor = {2};
        FakeClocks clocks = new FakeClocks(0, () -> factor[0]);
        DenseKernels slowed = SlowedKernels.of(PLAIN, () -> factor[0]);
        for (double next : new double[] {2, 4, 1, 3}) {
            factor[0] = next;
            assertThat(clocks.slowness()).as("factor %s", next).isCloseTo(next, within(0.01));
            assertThat(slowed.description()).startsWith("slowed " + next + " times: ");
        }
    }

    /** Clocks that only kernels and sleeps advance: a kernel uses 1 ms of CPU time, and a sleep takes 0.1 ms longer than asked for. */
    private static final class FakeClocks {
        private final AtomicLong wall = new AtomicLong();
        private final AtomicLong cpu = new AtomicLong();
        private final DenseKernels slowed;

        /**
         * Makes the clocks, and kernels that are slowed by them.
         *
         * @param lost   nanoseconds of each call that a kernel loses to others on its core
         * @param factor returns the slowdown of now
         */
        FakeClocks(long lost, DoubleSupplier factor) {
            DenseKernels kernels = (DenseKernels) Proxy.newProxyInstance(SlowedKernelsTest.class.getClassLoader(),
                    new Class<?>[] {DenseKernels.class}, (proxy, method, arguments) -> {
                        cpu.addAndGet(1_000_000);
                        wall.addAndGet(1_000_000 + lost);
                        return null;
                    });
            slowed = new SlowedKernels(kernels, factor, () -> new ThreadThrottle(factor, wall::get, cpu::get,
                    nanos -> wall.addAndGet(nanos + 100_000)));
        }

        /** Returns how many times their CPU time a thousand products take. */
        double slowness() {
            long wallBefore = wall.get();
            long cpuBefore = cpu.get();
            for (int i = 0; i < 1_000; i++) {
                slowed.dgemm(Transpose.NO, Transpose.NO, 1, null, null, 0, null);
            }
            return (wall.get() - wallBefore) / (double) (cpu.get() - cpuBefore);
        }
    }

    @Test
    void shouldSlowShortCallsInSum() {
        try (Arena arena = Arena.ofConfined()) {
            DenseKernels slowed = SlowedKernels.of(PLAIN, 2);
            MatrixRef a = square(arena);
            long wall = System.nanoTime();
            long cpu = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < 20_000; i++) {
                slowed.dscal(1.0, a.column(0, i % N, N));
            }
            double ratio = (System.nanoTime() - wall) / (double) (THREADS.getCurrentThreadCpuTime() - cpu);
            // the throttle itself is not slowed, and takes longer than these calls
            assertThat(ratio).isGreaterThan(1.05);
        }
    }

    @Test
    void shouldSlowTheTrailingUpdate() {
        try (Arena arena = Arena.ofConfined()) {
            MatrixRef l = square(arena);
            MatrixRef u = square(arena);
            MatrixRef c = square(arena);
            PanelUpdate update = SlowedKernels.of(PLAIN, 3).panelUpdate(N, N, N, 1, arena);
            update.begin(l, l, arena.allocate(PLAIN.packedBytes(N, N) + PanelUpdate.READ_AHEAD, 64));
            long wall = System.nanoTime();
            long cpu = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < 6; i++) {
                update.solve(0, 0, N);
                update.multiply(0, 0, 0, c);
            }
            double ratio = (System.nanoTime() - wall) / (double) (THREADS.getCurrentThreadCpuTime() - cpu);
            assertThat(ratio).isGreaterThan(2.7);
        }
    }

    @Test
    void shouldComputeWhatTheKernelsCompute() {
        try (Arena arena = Arena.ofConfined()) {
            MatrixRef a = square(arena);
            MatrixRef expected = square(arena);
            MatrixRef actual = square(arena);
            PLAIN.dgemm(Transpose.NO, Transpose.YES, -1, a, a, 1, expected);
            SlowedKernels.of(PLAIN, 2).dgemm(Transpose.NO, Transpose.YES, -1, a, a, 1, actual);
            assertThat(expected.segment().mismatch(actual.segment())).isEqualTo(-1);
        }
    }

    @Test
    void shouldBeTheKernelsThemselvesWhenTheFactorIsOne() {
        assertThat(SlowedKernels.of(PLAIN, 1)).isSameAs(PLAIN);
        assertThat(SlowedKernels.of(PLAIN, 2.5).description()).startsWith("slowed 2.5 times: ");
    }

    @Test
    void shouldRefuseAFactorBelowOne() {
        for (double factor : new double[] {0.5, 0, -2, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> SlowedKernels.of(PLAIN, factor))
                    .withMessageContaining("factor=" + factor);
        }
    }

    /** Wall time over CPU time of some products; a machine that is busy elsewhere makes it larger, never smaller. */
    private static double slowness(double factor, int calls) {
        try (Arena arena = Arena.ofConfined()) {
            DenseKernels slowed = SlowedKernels.of(PLAIN, factor);
            MatrixRef a = square(arena);
            MatrixRef c = square(arena);
            long wall = System.nanoTime();
            long cpu = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < calls; i++) {
                slowed.dgemm(Transpose.NO, Transpose.NO, 1, a, a, 0, c);
            }
            return (System.nanoTime() - wall) / (double) (THREADS.getCurrentThreadCpuTime() - cpu);
        }
    }

    private static MatrixRef square(Arena arena) {
        MemorySegment segment = arena.allocate(8L * N * N, 64);
        MatrixRef matrix = new MatrixRef(segment, 0, N, N, N);
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                matrix.set(i, j, 1.0 / (1 + i + j) + (i == j ? 1 : 0));
            }
        }
        return matrix;
    }
}
