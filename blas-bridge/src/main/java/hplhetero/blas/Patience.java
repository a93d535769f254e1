package hplhetero.blas;

import java.util.ArrayList;
import java.util.List;

/**
 * How long the providers, each on a thread of its own, are warmed up: all wait for the last, and while they wait they
 * leave the cores to the compiler. Used by many threads.
 */
final class Patience {
    /** By how much a provider must be faster than ever before to count as still warming up. */
    private static final double FASTER = 1.2;
    /** The time without progress after which a provider counts as warm. */
    private static final long STEADY_NANOS = 100_000_000;
    /**
     * Kernels in Java that only the first compiler has seen run at a hundredth of their speed, for some tenths of a
     * second on a busy machine, while even the plainest native library reaches a thirtieth of the best.
     */
    private static final double DOUBTFUL = 1.0 / 40;
    /** The time without progress after which such a one is believed to be no better. */
    private static final long DOUBT_NANOS = 2_000_000_000;
    /** The longest warm-up, from when all are loaded; for machines where bytecode takes seconds. */
    private static final long MOST_NANOS = 10_000_000_000L;
    /** One that has made no progress for so long rests between its updates. */
    private static final long EAGER_NANOS = 40_000_000;
    private static final long REST_MILLIS = 6;

    private final List<Watch> watches = new ArrayList<>();
    private int loading;
    private long loaded;

    /** The progress of one provider, used by its thread. */
    final class Watch {
        private double best;
        private long progress = System.nanoTime();

        /**
         * Notes what the provider has just shown and rests where it is time to.
         *
         * @return whether it is to go on
         */
        boolean goOn(double gflops) throws InterruptedException {
            boolean wait;
            synchronized (Patience.this) {
                if (gflops > FASTER * best) {
                    best = gflops;
                    progress = System.nanoTime();
                }
                wait = System.nanoTime() - progress > EAGER_NANOS;
            }
            if (wait) {
                Thread.sleep(REST_MILLIS);
            }
            return lasts();
        }

        private boolean warm(long now, double top) {
            return now - progress > (best < DOUBTFUL * top ? DOUBT_NANOS : STEADY_NANOS);
        }
    }

    /** @param providers how many are to be loaded */
    Patience(int providers) {
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
