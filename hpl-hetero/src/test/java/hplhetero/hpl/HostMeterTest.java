package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostLoad;
import hplhetero.hpl.result.HostPower;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What hosts are measured to take while a test's clock runs. */
@Timeout(300)
final class HostMeterTest {
    private static final long SLOW_MILLIS = 10;

    /**
     * Takes its time to start and to stop.
     *
     * @param told  how many seconds meters are told that the test has taken
     * @param times when meters had started, and when they were told to stop, by {@link System#nanoTime}
     */
    private record Slow(String host, int number, Queue<Double> told, Times times) implements HostMeter {
        @Override
        public void start() {
            pause();
            times.started.add(System.nanoTime());
        }

        @Override
        public Optional<HostPower> stop(double seconds) {
            times.stopped.add(System.nanoTime());
            told.add(seconds);
            pause();
            return Optional.of(new HostPower(host, 10.5 * number, "meter \u00fc " + number, 3000.25, 2000, number, 3100, 81.5,
                    new HostLoad(4, 1.25, 0.5, "stra\u00dfe (pid 7, 1.0)")).withHealth(health(number)));
        }

        /** Each host samples other quantities, and for another time. */
        private static HealthSeries health(int number) {
            return number == 1
                    ? new HealthSeries(List.of(5.0, 10.25), Map.of(HealthQuantity.GPU_UNCORRECTED_ERRORS, List.of(0.0, 3.0),
                            HealthQuantity.CLOCK, List.of(Double.NaN, 3100.5)))
                    : new HealthSeries(List.of(5.0, 10.0, 15.0, 16.0), Map.of(HealthQuantity.SWAPPED, List.of(0.0, 1.0, 2.0, 3.0)));
        }

        private static void pause() {
            try {
                Thread.sleep(SLOW_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private record Times(Queue<Long> started, Queue<Long> stopped) {
        Times() {
            this(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
        }

        /** Seconds from the start of the last meter until the first one was told to stop. */
        double seconds() {
            return 1e-9 * (Collections.min(stopped) - Collections.max(started));
        }
    }

    /** All ranks here are on one host; a meter of another one, whose ranks are left out, is not asked for what it says. */
    @Test
    void shouldGatherWhatFirstRanksMeasureOutsideTheClock() {
        AtomicReference<CaseResult> result = new AtomicReference<>();
        Queue<Double> told = new ConcurrentLinkedQueue<>();
        Times times = new Times();
        World.run(3, world -> {
            try (HplSolver solver = World.solver(world, World.kernels("vector"), 1, SolveListener.NONE)) {
                if (world.rank() > 0) {
                    solver.useMeter(new Slow(world.rank() == 1 ? world.hostName() : "elsewhere", world.rank(), told,
                            times));
                }
                CaseResult solved = solver.solve(Cases.of(60, 8).grid(1, 3).make());
                if (world.rank() == 0) {
                    result.set(solved);
                } else {
                    assertThat(solved).isNull();
                }
            }
        });
        CaseResult solved = result.get();
        assertThat(solved.power()).isEqualTo(List.of(new HostPower(solved.ranks().getFirst().host(), 10.5, "meter \u00fc 1", 3000.25, 2000,
                1, 3100, 81.5, new HostLoad(4, 1.25, 0.5, "stra\u00dfe (pid 7, 1.0)")).withHealth(Slow.health(1))));
        assertThat(solved.seconds()).isLessThan(times.seconds());
        assertThat(told).hasSize(2).containsOnly(solved.seconds());
    }

    @Test
    void shouldTellNothingWithoutMeters() {
        assertThat(World.solve(2, 1, World.kernels("vector"), List.of(Cases.of(60, 8).grid(1, 2).make(), Cases.of(0, 8).make())))
                .allSatisfy(result -> assertThat(result.power()).isEmpty());
    }
}
