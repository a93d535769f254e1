package hplhetero.blas;

/**
 * How long the providers, each on a thread of its own, are warmed up: until all are loaded and for a while none has
 * become faster. Code on its way through the compiler shows no progress for some tenths of a second, so all wait for
 * the last. Used by many threads.
 */
final class Patience {
    /** By how much a provider must be faster than ever before to count as still warming up. */
    static final double FASTER = 1.2;
    /** The time without progress that ends the warm-up. */
    private static final long STEADY_NANOS = 150_000_000;
    /** The longest warm-up, from when all are loaded. */
    private static final long MOST_NANOS = 2_000_000_000;
    /** One that has not become faster for this long leaves its core to the compiler most of the time. */
    private static final long EAGER_NANOS = 40_000_000;

    private int loading;
    private long loaded = System.nanoTime();
    private long progress = loaded;

    /** @param providers how many are to be loaded */
    Patience(int providers) {
        loading = providers;
    }

    /** One more is loaded, or cannot be. */
    synchronized void loaded() {
        loading--;
        loaded = System.nanoTime();
        progress = loaded;
    }

    /** Someone has become faster. */
    synchronized void renew() {
        progress = System.nanoTime();
    }

    synchronized boolean lasts() {
        long now = System.nanoTime();
        return loading > 0 || now - progress < STEADY_NANOS && now - loaded < MOST_NANOS;
    }

    /** Rests where the caller has made no progress for a while. */
    void leaveCoreAfter(long callersProgress) throws InterruptedException {
        if (System.nanoTime() - callersProgress > EAGER_NANOS) {
            Thread.sleep(3);
        }
    }
}
