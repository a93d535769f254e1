package hplhetero.blas.select;

import java.util.ArrayList;
import java.util.List;

/**
 * The monitor that decides how long the providers, each on a thread of its own, are warmed up. All wait for the last one, and while they
 * wait they leave the cores to the compiler. Used by many threads.
 */
final class WarmupMonitor {
    /** The ratio to its best rate so far by which a provider must be faster to count as still warming up. */
    private static final double LEAST_PROGRESS_RATIO = 1.2;
    /**
     * The time without progress, in nanoseconds, after which a provider as fast as the best one counts as warm. A provider n times slower
     * than the best is waited for sqrt(n) times as long. Kernels in Java that the optimising compiler has not reached run at a hundredth of
     * their speed, half compiled ones at a quarter, while even the plainest native library is within a thirtieth.
     */
    private static final long WARM_AFTER_NANOS = 100_000_000;
    /** The number of updates without progress that are required as well: so many make a method hot. */
    private static final int WARM_AFTER_UPDATES = 64;
    /** The longest warm-up in nanoseconds, from when all providers are loaded; for machines where bytecode takes seconds. */
    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final long REST_MILLIS = 4;

    private final List<Warmup> warmups = new ArrayList<>();
    private int loading;
    private long loaded;

    /** The progress of one provider, used by the provider's thread. */
    final class Warmup {
        private double best;
        private int updates;
        private long progress = System.nanoTime();

        /**
         * Notes the rate that the provider has just reached, and sleeps for a moment when the provider has made no progress for some time.
         *
         * @param gflops rate of the last update, in Gflop/s
         * @return whether the provider is to go on warming up
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

        /** Returns the highest rate that the provider has reached, in Gflop/s. */
        double best() {
            synchronized (WarmupMonitor.this) {
                return best;
            }
        }

        private boolean warm(long now, double top) {
            return updates > WARM_AFTER_UPDATES && now - progress > WARM_AFTER_NANOS * Math.sqrt(top / best);
        }
    }

    /**
     * Creates a monitor that waits for several providers.
     *
     * @param providers number of providers that are to be loaded
     */
    WarmupMonitor(int providers) {
        loading = providers;
    }

    /** Notes that a provider is loaded and begins to warm up. */
    synchronized Warmup begin() {
        Warmup warmup = new Warmup();
        warmups.add(warmup);
        return warmup;
    }

    /** Notes that a provider is loaded, or cannot be loaded. */
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
