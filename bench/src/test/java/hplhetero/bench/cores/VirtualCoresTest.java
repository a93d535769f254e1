package hplhetero.bench.cores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.Activity;
import hplhetero.hpl.workers.WorkerPool;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class VirtualCoresTest {
    private static final double MILLISECOND = 1e-3;

    private final VirtualCores cores = new VirtualCores(0, number -> number == 7 ? 4 : 1);

    /** Returns the virtual seconds that a pool of 8 workers takes for some tasks, the last worker's core being slow. */
    private double seconds(int tasks, double each) {
        long[] nanos = new long[1];
        cores.run(() -> {
            try (WorkerPool pool = new WorkerPool(8, "core", true, new Activity(), worker -> { }, cores)) {
                long begin = cores.nanoTime();
                pool.run(tasks, (task, worker) -> cores.compute(each), () -> false);
                nanos[0] = cores.nanoTime() - begin;
            }
        });
        return nanos[0] * 1e-9;
    }

    @Test
    void shouldLetAllCoresComputeAtTheSameTime() {
        // the slow core does one task, while the seven others do the other 28
        assertThat(seconds(29, MILLISECOND)).isCloseTo(4 * MILLISECOND, within(10e-6));
    }

    @Test
    void shouldTakeTheTimeOfTheSlowestCoreAtTheEnd() {
        assertThat(seconds(8, MILLISECOND)).isCloseTo(4 * MILLISECOND, within(10e-6));
    }

    @Test
    void shouldChargeForWakingThreadsThatSleep() {
        cores.run(() -> {
            try (WorkerPool pool = new WorkerPool(2, "core", true, new Activity(), worker -> { }, cores)) {
                cores.compute(1);
                long begin = cores.nanoTime();
                AtomicInteger byOther = new AtomicInteger();
                pool.run(2, (task, worker) -> {
                    byOther.addAndGet(worker);
                    cores.compute(MILLISECOND);
                }, () -> false);
                assertThat(byOther).hasValue(1);
                assertThat((cores.nanoTime() - begin) * 1e-9).isBetween(MILLISECOND + 50e-6, MILLISECOND + 60e-6);
            }
        });
        assertThat(cores.sleeps()).isPositive();
        assertThat(cores.wakes()).isPositive();
    }

    @Test
    void shouldShareWorkOfMicrosecondsInATeam() {
        cores.run(() -> {
            try (WorkerPool pool = new WorkerPool(8, "core", true, new Activity(), worker -> { }, cores)) {
                pool.team().form(1, 4);
                pool.team().share(4, (part, worker) -> cores.compute(1e-6));
                long begin = cores.nanoTime();
                for (int piece = 0; piece < 100; piece++) {
                    pool.team().share(4, (part, worker) -> cores.compute(1e-6));
                }
                // a piece costs its own microsecond, and some tenths until all have seen it, and its end
                assertThat((cores.nanoTime() - begin) * 1e-11).isBetween(1.2e-6, 1.6e-6);
            }
        });
    }

    @Test
    void shouldTellWhereAllWaitForEachOther() {
        assertThatThrownBy(() -> cores.run(cores::sleep)).isInstanceOf(CompletionException.class)
                .hasMessageContaining("all of the 1 threads wait for each other");
    }

    @Test
    void shouldTellWhatAProgramThrows() {
        assertThatThrownBy(() -> cores.run(() -> {
            throw new IllegalStateException("broken");
        })).hasRootCauseMessage("broken");
    }
}
