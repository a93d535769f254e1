package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.CommException;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CheckStatus;
import java.util.List;
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

    /** The look-ahead breaks off while the other workers are in the middle of an update of some megabytes. */
    @Test
    void shouldLetWorkersFinishBeforeTheMatrixIsFreed() {
        for (int round = 0; round < 5; round++) {
            HplCase c = Cases.of(1500, 100).grid(1, 2).make();
            AtomicBoolean armed = new AtomicBoolean();
            int from = 100 + 200 * round;
            DenseKernels faulty = Faults.before(VECTOR, "dscal", arguments -> {
                if (armed.get() && Thread.currentThread().getName().equals("rank-0")) {
                    throw new ArithmeticException("a kernel broke");
                }
            });
            SolveListener arming = (told, columns, nanos) -> armed.set(columns >= from);
            assertThatThrownBy(() -> World.solve(c.ranks(), 3, faulty, List.of(c), arming)).isInstanceOf(CommException.class)
                    .hasMessageContaining("a kernel broke");
        }
    }

    @Test
    void shouldEndAllRanksWhenAWorkerThrows() {
        for (int round = 0; round < 6; round++) {
            HplCase c = Cases.of(300, 20).grid(2, 2).make();
            Consumer<Object[]> fault = at(1 + round, "rank-3-worker-1");
            ends(Faults.beforeAlsoOnWorkers(VECTOR, "dtrsm", arguments -> {
                leaveTasksToOthers("rank-3");
                fault.accept(arguments);
            }), c, 2, "rank 3");
        }
    }

    /** On a busy machine a rank's own thread may else have taken all tasks before its worker wakes up. */
    private static void leaveTasksToOthers(String thread) {
        if (Thread.currentThread().getName().equals(thread)) {
            LockSupport.parkNanos(2_000_000);
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
