package hplhetero.hpl.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhaseTimersTest {

    @Test
    void shouldAddUpAllWorkersAndCallTheRestWaiting() {
        PhaseTimers timers = new PhaseTimers(3);
        long now = System.nanoTime();
        double dgemm = since(now - 1_000_000_000L, timers.add(0, Phase.DGEMM, now - 1_000_000_000L))
                + since(now - 2_000_000_000L, timers.add(2, Phase.DGEMM, now - 2_000_000_000L));
        double swap = since(now - 500_000_000L, timers.add(1, Phase.SWAP, now - 500_000_000L));
        Map<Phase, Double> seconds = timers.seconds(2_000.0);
        assertThat(seconds).containsOnlyKeys(Phase.values());
        assertThat(seconds.get(Phase.DGEMM)).isCloseTo(dgemm, within(1e-12)).isGreaterThanOrEqualTo(3.0);
        assertThat(seconds.get(Phase.SWAP)).isCloseTo(swap, within(1e-12)).isGreaterThanOrEqualTo(0.5);
        assertThat(seconds.values().stream().mapToDouble(Double::doubleValue).sum()).isCloseTo(6_000.0, within(1e-9));
    }

    private static double since(long start, long end) {
        return (end - start) * 1e-9;
    }

    @Test
    void shouldReturnTheStartOfWhatFollows() {
        PhaseTimers timers = new PhaseTimers(1);
        long start = System.nanoTime();
        long middle = timers.add(0, Phase.SWAP, start);
        long end = timers.add(0, Phase.DTRSM, middle);
        assertThat(timers.seconds(0).get(Phase.SWAP)).isCloseTo((middle - start) * 1e-9, within(1e-12));
        assertThat(timers.seconds(0).get(Phase.DTRSM)).isCloseTo((end - middle) * 1e-9, within(1e-12));
    }

    @Test
    void shouldNeverWaitLessThanNothing() {
        PhaseTimers timers = new PhaseTimers(1);
        timers.add(0, Phase.DGEMM, System.nanoTime() - 1_000_000_000L);
        assertThat(timers.seconds(0.5).get(Phase.WAITING)).isZero();
    }

    @Test
    void shouldForgetWhenReset() {
        PhaseTimers timers = new PhaseTimers(2);
        timers.add(1, Phase.PACK, System.nanoTime() - 1_000_000L);
        timers.reset();
        assertThat(timers.seconds(1.0).get(Phase.PACK)).isZero();
        assertThat(timers.seconds(1.0).get(Phase.WAITING)).isEqualTo(2.0);
    }

    private static void step(PhaseTimers timers, int k, int additions) {
        for (int i = 0; i < additions; i++) {
            long clock = System.nanoTime();
            clock = timers.add(i % 3, Phase.SWAP, clock);
            timers.add(i % 3, Phase.DGEMM, clock);
        }
        timers.finished(k);
    }

    @Test
    void shouldRecordPointsAndThreeSteps() {
        int panels = 20;
        PhaseTimers timers = new PhaseTimers(3, TimeSeriesShape.of(10 * panels, 10, new int[] {4}));
        for (int run = 0; run < 2; run++) {
            timers.reset();
            timers.start(System.nanoTime());
            for (int k = 0; k < panels; k++) {
                step(timers, k, 50);
            }
            timers.add(0, Phase.SOLVE, System.nanoTime() - 1000);
            timers.ended(System.nanoTime());
        }
        RankSeries series = timers.series(4);
        assertThat(series.rank()).isEqualTo(4);
        assertThat(series.seconds()).hasSize(panels + 1).isSorted();
        assertThat(series.workerSeconds()).hasSize(Phase.WAITING.ordinal()).doesNotContainKey(Phase.WAITING);
        Map<Phase, Double> sums = timers.seconds(1);
        series.workerSeconds().forEach((phase, seconds) -> {
            assertThat(seconds).hasSize(panels + 1).isSorted();
            assertThat(seconds.getLast()).isEqualTo(sums.get(phase));
        });
        assertThat(series.spans()).extracting(Span::step).containsOnly(0, 10, 18);
        assertThat(series.spans()).extracting(Span::worker).containsOnly(0, 1, 2);
        assertThat(series.spans()).allSatisfy(span -> {
            assertThat(span.begin()).isGreaterThanOrEqualTo(span.step() == 0 ? 0 : series.seconds().get(span.step() - 1));
            assertThat(span.end()).isLessThanOrEqualTo(series.seconds().get(span.step()));
        });
    }

    /** All memory is taken before the clock starts, and nothing is boxed. */
    @Test
    void shouldAllocateNothingWhileItRecords() {
        int panels = 1000;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        PhaseTimers timers = new PhaseTimers(3, TimeSeriesShape.of(10 * panels, 10, new int[] {0}));
        long least = Long.MAX_VALUE;
        for (int run = 0; run < 5; run++) {
            timers.reset();
            long before = threads.getCurrentThreadAllocatedBytes();
            timers.start(System.nanoTime());
            for (int k = 0; k < panels; k++) {
                // more than there is room for
                step(timers, k, k == 500 ? 20_000 : 20);
            }
            timers.ended(System.nanoTime());
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
        assertThat(timers.series(0).spans()).filteredOn(span -> span.step() == 500).hasSizeGreaterThan(3);
    }
}
