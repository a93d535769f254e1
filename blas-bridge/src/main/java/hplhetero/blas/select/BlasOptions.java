package hplhetero.blas.select;

import hplhetero.blas.DeviceOptions;
import hplhetero.blas.environment.CacheFolder;
import hplhetero.blas.environment.CacheLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a provider is chosen.
 *
 * @param library     the library file a user named with {@code --blas-lib}, for the providers that take one
 * @param device      for the providers that compute on one
 * @param cacheFolder where what was measured is kept; see {@link CacheFolder#ofUser()}
 * @param cacheUse    whether what earlier runs have measured may be used
 * @param news        hears, in a line, what a person should be told that waits
 */
public record BlasOptions(Optional<Path> library, DeviceOptions device, Path cacheFolder, CacheUse cacheUse, Consumer<String> news) {

    /** Longer than kernels are measured, on cores that many others use. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /** Which of what earlier runs have measured, the fastest provider and the FMA peak, is good enough. */
    public enum CacheUse {
        /** Whatever is there: for work that is done sooner than measured. */
        ANY,
        /** What is settled: providers of nearly the same speed, or a peak measured once, are not. */
        SETTLED,
        /** Nothing: all is measured now. */
        NONE
    }

    /** No library named, the user's cache folder, what is settled is not measured again, and nobody hears of anything. */
    public static BlasOptions defaults() {
        return new BlasOptions(Optional.empty(), DeviceOptions.USUAL, CacheFolder.ofUser(), CacheUse.SETTLED, any -> { });
    }

    public BlasOptions withLibrary(Optional<Path> library) {
        return new BlasOptions(library, device, cacheFolder, cacheUse, news);
    }

    public BlasOptions withDevice(DeviceOptions device) {
        return new BlasOptions(library, device, cacheFolder, cacheUse, news);
    }

    public BlasOptions withCacheFolder(Path cacheFolder) {
        return new BlasOptions(library, device, cacheFolder, cacheUse, news);
    }

    public BlasOptions withCacheUse(CacheUse cacheUse) {
        return new BlasOptions(library, device, cacheFolder, cacheUse, news);
    }

    public BlasOptions withNews(Consumer<String> news) {
        return new BlasOptions(library, device, cacheFolder, cacheUse, news);
    }

    /** The turn of this process to measure: what is measured beside another measurement counts for little. */
    CacheLock measuring() {
        return CacheLock.take(cacheFolder, "measuring", LONGEST_WAIT, () -> news.accept("waiting for another process that measures the"
                + " kernels, at most " + LONGEST_WAIT.toSeconds() + " s ..."));
    }
}
