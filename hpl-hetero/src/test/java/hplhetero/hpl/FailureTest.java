package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.CommException;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CheckStatus;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A rank that throws in the middle of a solve ends the others; no thread then works on memory that is gone. */
@Timeout(300)
class FailureTest {
    private static final DenseKernels VECTOR = World.kernels("vector");

    /** Throws at one call on one rank's own threads. */
    private static Consumer<Object[]> at(int call, String thread) {
        AtomicInteger calls = new AtomicInteger();
        return arguments -> {
            if (Thread.currentThread().getName().equals(thread) && calls.incrementAndGet() == call) {
                throw new ArithmeticException("a kernel broke");
            }
        };
    }

    private static void ends(DenseKernels kernels, HplCase c, int workers, String rank) {
        assertThatThrownBy(() -> World.solve(c.ranks(), workers, kernels, List.of(c))).isInstanceOf(CommException.class)
                .hasMessageContaining(rank).hasMessageContaining("a kernel broke");
    }

    @Test
    void shouldEndAllRanksWhenOneThrowsInAPanel() {
        for (int round = 0; round < 12; round++) {
            HplCase c = Cases.of(400, 40).grid(2, 2).depth(round % 3).make();
            ends(Faults.before(VECTOR, "dscal", at(10 + 16 * round, "rank-1")), c, 1 + round % 2, "rank 1");
        }
    }

    /** A look-ahead on rank 0 that breaks off while another worker is about to multiply: that one goes on some milliseconds later. */
    private static final class BrokenLookAhead {
        /** Set by the rank's thread when the next column is to fail that it factors while a worker multiplies. */
        private final AtomicBoolean armed = new AtomicBoolean();
        /** Set by the rank's thread while it waits for a worker that begins to multiply. */
        private final AtomicBoolean waits = new AtomicBoolean();
        private final CountDownLatch workerIsIn = new CountDownLatch(1);
        private final CountDownLatch broken = new CountDownLatch(1);
        /** Products that workers have begun before the look-ahead broke off, and ended afterwards. */
        private final AtomicInteger finished = new AtomicInteger();
        private final AtomicInteger running = new AtomicInteger();
        /** Products that still ran when rank 0 had left its solve. */
        private final AtomicInteger left = new AtomicInteger();
        private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

        void solve(HplCase c, int from) {
            World.run(c.ranks(), world -> {
                try (HplSolver solver = new HplSolver(world, kernels(), 3, (told, columns, nanos) -> armed.set(columns >= from))) {
                    solver.solve(c);
                } finally {
                    left.addAndGet(world.rank() == 0 ? running.get() : 0);
                }
            });
        }

        private DenseKernels kernels() {
            return Faults.before(Faults.aroundProducts(VECTOR, this::multiply), "dscal", arguments -> scale());
        }

        private void scale() {
            if (armed.get() && Thread.currentThread().getName().equals("rank-0")) {
                waits.set(true);
                if (within(workerIsIn, 50)) {
                    broken.countDown();
                    throw new ArithmeticException("a kernel broke");
                }
                waits.set(false);
            }
        }

        private void multiply(Runnable product) {
            if (!armed.get() || !Thread.currentThread().getName().startsWith("rank-0-worker-")) {
                product.run();
                return;
            }
            running.incrementAndGet();
            // so that some products are left when the rank's thread comes to its column
            LockSupport.parkNanos(1_000_000);
            if (waits.get()) {
                workerIsIn.countDown();
            }
            boolean late = workerIsIn.getCount() == 0 && within(broken, 10_000);
            LockSupport.parkNanos(late ? 5_000_000 : 0);
            try {
                product.run();
                finished.addAndGet(late ? 1 : 0);
            } catch (RuntimeException | Error e) {
                failures.add(e);
            } finally {
                running.decrementAndGet();
            }
        }

        private static boolean within(CountDownLatch latch, long millis) {
            try {
                return latch.await(millis, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void shouldLetWorkersFinishBeforeTheMatrixIsFreed() {
        for (int round = 0; round < 5; round++) {
            HplCase c = Cases.of(320, 16).grid(1, 2).make();
            int from = 16 + 32 * round;
            BrokenLookAhead lookAhead = new BrokenLookAhead();
            assertThatThrownBy(() -> lookAhead.solve(c, from)).isInstanceOf(CommException.class).hasMessageContaining("a kernel broke");
            assertThat(lookAhead.finished.get()).isPositive();
            assertThat(lookAhead.left.get()).isZero();
            assertThat(lookAhead.failures).isEmpty();
        }
    }

    @Test
    void shouldEndAllRanksWhenAWorkerThrows() {
        HplCase c = Cases.of(300, 20).grid(2, 2).make();
        for (int round = 0; round < 6; round++) {
            int call = 1 + round;
            // on a busy machine a rank's own thread may take so many tasks that none, or too few, are left to the worker
            AtomicInteger calls = new AtomicInteger();
            while (calls.get() < call) {
                calls.set(0);
                Throwable thrown = catchThrowable(() -> World.solve(c.ranks(), 2, throwing(call, calls), List.of(c)));
                if (calls.get() >= call) {
                    assertThat(thrown).isInstanceOf(CommException.class).hasMessageContaining("rank 3")
                            .hasMessageContaining("a kernel broke");
                } else {
                    assertThat(thrown).isNull();
                }
            }
        }
    }

    /** Returns kernels that throw at one call of a worker of rank 3, and count its calls. */
    private static DenseKernels throwing(int call, AtomicInteger calls) {
        Consumer<Object[]> fault = at(call, "rank-3-worker-1");
        return Faults.beforeAlsoOnWorkers(VECTOR, "dtrsm", arguments -> {
            switch (Thread.currentThread().getName()) {
                case "rank-3" -> awaitCall(calls);
                case "rank-3-worker-1" -> calls.incrementAndGet();
                default -> { }
            }
            fault.accept(arguments);
        });
    }

    /** Waits for the worker's next call for a while: the rank's own thread would else often have taken all tasks before. */
    private static void awaitCall(AtomicInteger calls) {
        int before = calls.get();
        for (int i = 0; i < 100 && calls.get() == before; i++) {
            LockSupport.parkNanos(50_000);
        }
    }

    @Test
    void shouldEndAllRanksWhenOneThrowsInTheBackSubstitution() {
        HplCase c = Cases.of(97, 10).grid(2, 3).make();
        ends(Faults.before(VECTOR, "dtrsv", at(2, "rank-4")), c, 1, "rank 4");
    }

    @Test
    void shouldSolveInANewWorldAfterwards() {
        HplCase c = Cases.of(200, 16).grid(2, 2).make();
        ends(Faults.before(VECTOR, "dscal", at(30, "rank-2")), c, 2, "rank 2");
        assertThat(World.solve(4, 2, VECTOR, List.of(c)).getFirst().status()).isEqualTo(CheckStatus.PASSED);
    }
}
