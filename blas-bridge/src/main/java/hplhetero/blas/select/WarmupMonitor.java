package hplhetero.blas.select;

import java.util.ArrayList;
import java.util.List;

/**
 * How long the providers, each on a thread of its own, are warmed up: all wait for the last, and while they wait they
 * leave the cores to the compiler. Used by many threads.
 */
final class WarmupMonitor {
    /** By how much a provider must be faster than ever before to count as still warming up. */
    private static final double LEAST_PROGRESS_RATIO = 1.2;
    /**
     * The time without progress after which one as fast as the best counts as warm. One n times slower than the best is
     * waited for sqrt(n) times as long: kernels in Java that the optimising compiler has not reached run at a hundredth
     * of their speed, half compiled ones at a quarter, while even the plainest native library is within a thirtieth.
     */
    private static final long WARM_AFTER_NANOS = 100_000_000;
    /** The updates without progress that are asked for as well: so many make a method hot. */
    private static final int WARM_AFTER_UPDATES = 64;
    /** The longest warm-up, from when all are loaded; for machines where bytecode takes seconds. */
    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final long REST_MILLIS = 4;

    private final List<Warmup> warmups = new ArrayList<>();
    private int loading;
    private long loaded;

    /** The progress of one provider, used by its thread. */
    final class Warmup {
        private double best;
        private int updates;
        private long progress = System.nanoTime();

        /**
         * Notes what the provider has just reached and rests where it is time to.
         *
         * @return whether it is to go on
         */
        boolean goOn(double gflops) throws InterruptedException {
            boolean wait;
            synchronized (WarmupMonitor.this) {
                if (gflops > LEAST_PROGRESS_RATIO * best) {
                    best = gflops;
                    progress = System.nanoTime();
                    updates = 0;
                }
                wait = ++updates > WARM_AFTER_UPDATES;
            }
            if (wait) {
                Thread.sleep(REST_MILLIS);
            }
            return lasts();
        }

        /** Gflop/s, the most it has reached. */
        double best() {
            synchronized (WarmupMonitor.this) {
                return best;
            }
        }

        private boolean warm(long now, double top) {
            return updates > WARM_AFTER_UPDATES && now - progress > WARM_AFTER_NANOS * Math.sqrt(top / best);
        }
    }

    /** @param providers how many are to be loaded */
    WarmupMonitor(int providers) {
        loading = providers;
    }

    /** A provider is loaded and begins to warm up. */
    synchronized Warmup begin() {
        Warmup warmup = new Warmup();
        warmups.add(warmup);
        return warmup;
    }

    /** A provider is loaded, or cannot be. */
    synchronized void loaded() {
        loading--;
        loaded = System.nanoTime();
    }

    private synchronized boolean lasts() {
        long now = System.nanoTime();
        double top = warmups.stream().mapToDouble(w -> w.best).max().orElse(0);
        return loading > 0 || now - loaded < LONGEST_NANOS && !warmups.stream().allMatch(w -> w.warm(now, top));
    }
}
