package hplhetero.bench.jmh;

import hplhetero.comm.collective.Algorithms;
import hplhetero.comm.select.Choices;
import hplhetero.comm.select.Predictor;
import hplhetero.comm.select.Selection;
import hplhetero.comm.select.SelectionRules;
import hplhetero.comm.select.Selector;
import hplhetero.network.schedule.Collective;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of what a selector costs a call once the selector has chosen. A call finds the selection of its size, asks it, reads the
 * clock before and after, and tells it how long the call took.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class SelectionBenchmark {
    private static final int RANKS = 64;
    private static final int SIZES = 16;
    private static final double SECONDS_PER_NANO = 1e-9;

    private Selector selector;
    private int call;

    /** Lets the selector learn for messages of each size. */
    @Setup
    public void learn() {
        selector = new Selector("world", collective -> Algorithms.of(collective).stream().filter(each -> each.takes(RANKS)).toList(),
                Predictor.NONE, SelectionRules.DEFAULT, Map.of(), new Choices("", List.of()));
        for (int size = 0; size < SIZES; size++) {
            Selection selection = selector.selection(Collective.BROADCAST, 1L << size, 0);
            while (selection.isLearning()) {
                told(selection, selection.current());
            }
        }
    }

    /**
     * Makes one call to the selector.
     *
     * @return the algorithm taken
     */
    @Benchmark
    public int decide() {
        call = (call + 1) % SIZES;
        Selection selection = selector.selection(Collective.BROADCAST, 1L << call, 0);
        int algorithm = selection.current();
        long begun = System.nanoTime();
        told(selection, (System.nanoTime() - begun) * SECONDS_PER_NANO);
        return algorithm;
    }

    private static void told(Selection selection, double seconds) {
        if (selection.seen(seconds)) {
            selection.agreed(selection.figures());
        }
    }
}
