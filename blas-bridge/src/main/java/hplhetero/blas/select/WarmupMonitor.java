package hplhetero.blas.select;

import java.util.ArrayList;
import java.util.List;

/**
 * How long the providers, each on a thread of its own, are warmed up: all wait for the last, and while they wait they
 * leave the cores to the compiler. Used by many threads.
 */
final class WarmupMonitor {
    /** By how much a provider must be faster than ever before to count as still warming up. */
    private static final double FASTER = 1.2;
    /**
     * The time without progress after which one as fast as the best counts as warm. One n times slower than the best is
     * waited for sqrt(n) times as long: kernels in Java that the optimising compiler has not reached run at a hundredth
     * of their speed, half compiled ones at a quarter, while even the plainest native library is within a thirtieth.
     */
    private static final long STEADY_NANOS = 100_000_000;
    /** The updates without progress that are asked for as well: so many make a method hot. */
    private static final int STEADY_UPDATES = 64;
    /** The longest warm-up, from when all are loaded; for machines where bytecode takes seconds. */
    private static final long MOST_NANOS = 10_000_000_000L;
    private static final long REST_MILLIS = 4;

    private final List<Watch> watches = new ArrayList<>();
    private int loading;
    private long loaded;

    /** The progress of one provider, used by its thread. */
    final class Watch {
        private double best;
        private int updates;
        private long progress = System.nanoTime();

        /**
         * Notes what the provider has just shown and rests where it is time to.
         *
         * @return whether it is to go on
         */
        boolean goOn(double gflops) throws InterruptedException {
            boolean wait;
            synchronized (WarmupMonitor.this) {
                if (gflops > FASTER * best) {
                    best = gflops;
                    progress = System.nanoTime();
                    updates = 0;
                }
                wait = ++updates > STEADY_UPDATES;
            }
            if (wait) {
                Thread.sleep(REST_MILLIS);
            }
            return lasts();
        }

        /** The most it has shown. */
        double best() {
            synchronized (WarmupMonitor.this) {
                return best;
            }
        }

        private boolean warm(long now, double top) {
            return updates > STEADY_UPDATES && now - progress > STEADY_NANOS * Math.sqrt(top / best);
        }
    }

    /** @param providers how many are to be loaded */
    WarmupMonitor(int providers) {
        loading = providers;
    }

    /** A provider is loaded and begins to warm up. */
    synchronized Watch begin() {
        Watch watch = new Watch();
        watches.add(watch);
        return watch;
    }

    /** A provider is loaded, or cannot be. */
    synchronized void loaded() {
        loading--;
        loaded = System.nanoTime();
    }

    private synchronized boolean lasts() {
        long now = System.nanoTime();
        double top = watches.stream().mapToDouble(w -> w.best).max().orElse(0);
        return loading > 0 || now - loaded < MOST_NANOS && !watches.stream().allMatch(w -> w.warm(now, top));
    }
}
