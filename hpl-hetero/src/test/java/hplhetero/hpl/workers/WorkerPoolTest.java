package hplhetero.hpl.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.Activity;
import hplhetero.hpl.workers.TaskBatch.Queue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class WorkerPoolTest {
    private static final long PAUSE_NANOS = 100_000_000;

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "2, true", "5, false", "5, true"})
    void shouldRunEveryTaskOnce(int workers, boolean spin) {
        try (WorkerPool pool = new WorkerPool(workers, "pool", spin, new Activity())) {
            for (int tasks = 0; tasks < 60; tasks++) {
                AtomicIntegerArray runs = new AtomicIntegerArray(Math.max(1, tasks));
                pool.run(tasks, (task, worker) -> runs.incrementAndGet(task), () -> false);
                for (int task = 0; task < tasks; task++) {
                    assertThat(runs.get(task)).as("task %d of %d", task, tasks).isEqualTo(1);
                }
            }
        }
    }

    /** Hardware threads count, not cores, since the system runs a thread on each of them at the same time. */
    @Test
    void shouldLetAsManyThreadsRunAtOnceAsThereAreHardwareThreads() {
        int hardwareThreads = Runtime.getRuntime().availableProcessors();
        assertThat(WorkerPool.canRunAtOnce(hardwareThreads)).isTrue();
        assertThat(WorkerPool.canRunAtOnce(hardwareThreads + 1)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1, 1, false", "3, 1, false", "4, 2, true", "4, 2, false", "5, 5, true", "40, 7, false"})
    void shouldRunTasksOfEachQueueOnceAndByItsWorkersAlone(int workers, int first, boolean spin) {
        try (WorkerPool pool = new WorkerPool(workers, "pool", spin, new Activity())) {
            pool.team().form(first, workers - first + 1);
            for (int tasks = 0; tasks < 8; tasks++) {
                for (int more = 0; more < 20; more++) {
                    AtomicIntegerArray runs = new AtomicIntegerArray(Math.max(1, tasks + more));
                    AtomicInteger wrong = new AtomicInteger();
                    int own = tasks;
                    pool.startOutsideTeam(List.of(new Queue(tasks, first, (task, worker) -> {
                        wrong.addAndGet(worker >= first ? 1 : 0);
                        pool.take(1, worker);
                        runs.incrementAndGet(task);
                    }), new Queue(more, workers, (task, worker) -> runs.incrementAndGet(own + task))));
                    pool.admitAll();
                    pool.finish(() -> false);
                    for (int task = 0; task < tasks + more; task++) {
                        assertThat(runs.get(task)).as("task %d of %d + %d", task, tasks, more).isEqualTo(1);
                    }
                    assertThat(wrong.get()).isZero();
                    assertThat(pool.hasTasks(1)).isFalse();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLetTheTeamIntoABatchWhenItIsAdmitted(boolean asleep) {
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        try (WorkerPool pool = new WorkerPool(4, "pool", false, new Activity())) {
            pool.team().form(1, 3);
            pool.startOutsideTeam(List.of(new Queue(4, 4, (task, worker) -> {
                seen.add(worker);
                awaitTrue(() -> seen.size() == 4);
            })));
            awaitTrue(() -> seen.contains(3));
            if (asleep) {
                awaitTrue(() -> sleeping("pool-worker-") >= 2);
            }
            assertThat(seen).containsExactly(3);
            pool.admitAll();
            pool.finish(() -> false);
        }
        assertThat(seen).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    /** A worker that sleeps is woken by another worker, not by the rank's thread. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 6, 21, 64})
    void shouldWakeAllWorkers(int workers) {
        try (WorkerPool pool = new WorkerPool(workers, "pool", true, new Activity())) {
            for (int turn = 0; turn < 3; turn++) {
                awaitTrue(() -> sleeping("pool-worker-") == workers - 1);
                Set<Integer> seen = ConcurrentHashMap.newKeySet();
                pool.run(workers, (task, worker) -> {
                    seen.add(worker);
                    awaitTrue(() -> seen.size() == workers);
                }, () -> false);
                assertThat(seen).hasSize(workers);
            }
        }
    }

    private static long sleeping(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(name) && thread.getState() == Thread.State.WAITING).count();
    }

    @Test
    void shouldGiveEachThreadItsOwnNumber() {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        try (WorkerPool pool = new WorkerPool(3, "numbered", false, new Activity())) {
            assertThat(pool.workers()).isEqualTo(3);
            pool.run(3, (task, worker) -> {
                seen.add(Thread.currentThread().getName() + "=" + worker);
                awaitTrue(() -> seen.size() == 3);
            }, () -> false);
        }
        assertThat(seen).contains("numbered-worker-1=1", "numbered-worker-2=2", Thread.currentThread().getName() + "=0");
    }

    @Test
    void shouldLeaveTheCoreToOthersWhileAnotherWorkerIsBusy() {
        try (WorkerPool pool = new WorkerPool(2, "pool", false, new Activity())) {
            CountDownLatch taken = new CountDownLatch(1);
            pool.start(1, (task, worker) -> {
                taken.countDown();
                LockSupport.parkNanos(PAUSE_NANOS);
            });
            awaitTrue(() -> taken.getCount() == 0);
            long start = System.nanoTime();
            long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            pool.finish(() -> false);
            long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
            // the other one's pause may last longer than it should
            assertThat(used).isLessThan(Math.max(PAUSE_NANOS, System.nanoTime() - start) / 2);
        }
    }

    @Test
    void shouldCallBetweenTasks() {
        AtomicInteger between = new AtomicInteger();
        try (WorkerPool pool = new WorkerPool(1, "pool", false, new Activity())) {
            pool.run(7, (task, worker) -> { }, () -> between.incrementAndGet() > 0);
        }
        assertThat(between.get()).isGreaterThanOrEqualTo(7);
    }

    @Test
    void shouldStartWithoutTheCaller() {
        AtomicIntegerArray workerOfTask = new AtomicIntegerArray(4);
        AtomicInteger done = new AtomicInteger();
        try (WorkerPool pool = new WorkerPool(2, "pool", false, new Activity())) {
            pool.start(4, (task, worker) -> {
                workerOfTask.set(task, worker);
                done.incrementAndGet();
            });
            awaitTrue(() -> done.get() == 4);
            pool.finish(() -> false);
        }
        assertThat(done.get()).isEqualTo(4);
        assertThat(workerOfTask).hasToString("[1, 1, 1, 1]");
    }

    @ParameterizedTest
    @CsvSource({"1", "3"})
    void shouldTellOfATaskThatFailed(int workers) {
        AtomicInteger runs = new AtomicInteger();
        try (WorkerPool pool = new WorkerPool(workers, "pool", false, new Activity())) {
            assertThatIllegalStateException().isThrownBy(() -> pool.run(10, (task, worker) -> {
                runs.incrementAndGet();
                if (task == 4) {
                    throw new ArithmeticException("task four");
                }
            }, () -> false)).withMessageContaining("task four").withCauseInstanceOf(ArithmeticException.class);
        }
        assertThat(runs.get()).isEqualTo(10);
    }

    @Test
    void shouldHaveNoTaskRunningAfterABatchIsAbandoned() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger started = new AtomicInteger();
        try (WorkerPool pool = new WorkerPool(3, "pool", false, new Activity())) {
            pool.abandon();
            pool.start(1_000_000, (task, worker) -> {
                running.incrementAndGet();
                started.incrementAndGet();
                sleep(5);
                running.decrementAndGet();
            });
            awaitTrue(() -> started.get() > 2);
            assertThatThrownBy(() -> pool.finish(() -> {
                throw new ArithmeticException("a message failed");
            })).isInstanceOf(ArithmeticException.class);
            pool.abandon();
            assertThat(running.get()).isZero();
            int before = started.get();
            sleep(20);
            assertThat(started.get()).isEqualTo(before).isLessThan(1_000_000);
        }
    }

    /** Workers would touch freed memory, which ends the JVM. */
    @Test
    void shouldFreeLentMemoryWhenTheLastTaskHasEnded() {
        AtomicInteger running = new AtomicInteger();
        AtomicReference<MemorySegment> lent = new AtomicReference<>();
        try (WorkerPool pool = new WorkerPool(3, "pool", false, new Activity())) {
            boolean alive = pool.lend(arena -> {
                lent.set(arena.allocate(8));
                pool.start(1_000_000, (task, worker) -> {
                    running.incrementAndGet();
                    sleep(5);
                    lent.get().set(ValueLayout.JAVA_LONG, 0, task);
                    running.decrementAndGet();
                });
                awaitTrue(() -> running.get() == 2);
                return lent.get().scope().isAlive();
            });
            assertThat(alive).isTrue();
            assertThat(running.get()).isZero();
            assertThat(lent.get().scope().isAlive()).isFalse();
        }
    }

    /** A message may be on its way into it. */
    @Test
    void shouldNeverFreeLentMemoryWhenTheWorkFailed() {
        AtomicInteger running = new AtomicInteger();
        AtomicReference<MemorySegment> lent = new AtomicReference<>();
        try (WorkerPool pool = new WorkerPool(3, "pool", false, new Activity())) {
            assertThatThrownBy(() -> pool.lend(arena -> {
                lent.set(arena.allocate(8));
                pool.start(1_000_000, (task, worker) -> {
                    running.incrementAndGet();
                    sleep(5);
                    running.decrementAndGet();
                });
                awaitTrue(() -> running.get() == 2);
                throw new ArithmeticException("a rank died");
            })).hasMessage("a rank died");
            assertThat(running.get()).isZero();
            assertThat(lent.get().scope().isAlive()).isTrue();
        }
    }

    @Test
    void shouldEndTasksOfAnAbandonedBatchThatWaitForWhatNeverComes() {
        try (WorkerPool pool = new WorkerPool(3, "pool", false, new Activity())) {
            AtomicInteger waiting = new AtomicInteger();
            pool.start(5, (task, worker) -> {
                waiting.incrementAndGet();
                for (int idle = 0; ; idle++) {
                    pool.pause(idle);
                }
            });
            awaitTrue(() -> waiting.get() == 2);
            pool.abandon();
            assertThat(waiting.get()).isEqualTo(2);
            AtomicInteger done = new AtomicInteger();
            pool.run(4, (task, worker) -> done.incrementAndGet(), () -> false);
            assertThat(done.get()).isEqualTo(4);
        }
    }

    @Test
    void shouldEndItsThreads() {
        WorkerPool pool = new WorkerPool(4, "ending", false, new Activity());
        pool.run(8, (task, worker) -> { }, () -> false);
        assertThat(threads("ending-worker-")).isEqualTo(3);
        pool.close();
        awaitTrue(() -> threads("ending-worker-") == 0);
    }

    private static long threads(String name) {
        return Thread.getAllStackTraces().keySet().stream().filter(t -> t.getName().startsWith(name)).count();
    }

    private static void awaitTrue(java.util.function.BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited for a minute");
            }
            sleep(1);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
