package hplhetero.blas.select;

import hplhetero.blas.DeviceOptions;
import hplhetero.blas.environment.CacheFolder;
import hplhetero.blas.environment.CacheLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The options that control how a provider is chosen.
 *
 * @param library     the library file a user named with {@code --blas-lib}, for the providers that take one
 * @param device      the choice of a device, for the providers that compute on one
 * @param cacheFolder folder where measured rates are kept; see {@link CacheFolder#ofUser()}
 * @param cacheUse    whether rates that earlier runs have measured may be used
 * @param news        consumer of lines that tell a waiting person what happens
 */
public record BlasOptions(Optional<Path> library, DeviceOptions device, Path cacheFolder, CacheUse cacheUse, Consumer<String> news) {

    /** The longest wait for another process: more than measuring the kernels takes, even on cores that many others use. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /** The rates of earlier runs that are good enough: those of the fastest provider and of the FMA peak. */
    public enum CacheUse {
        /** Any cached rates: for work that takes less time than measuring. */
        ANY,
        /** Settled rates. Rates of providers of nearly equal speed, and a peak that was measured once, are not settled. */
        SETTLED,
        /** No cached rates: everything is measured now. */
        NONE
    }

    /**
     * Returns the usual options: no library, the first device, and rates that earlier runs have kept in the user's cache folder, unless
     * such a rate is still in doubt ({@link CacheUse#SETTLED}). Nobody is told what happens.
     */
    public static BlasOptions defaults() {
        return new BlasOptions(Optional.empty(), DeviceOptions.USUAL, CacheFolder.ofUser(), CacheUse.SETTLED, any -> { });
    }

    /** Returns these options with another library file, for the providers that take one; empty for none. */
    public BlasOptions withLibrary(Optional<Path> library) {
        return new BlasOptions(library, device, cacheFolder, cacheUse, news);
    }

    /** Returns these options with another choice of a device. */
    public BlasOptions withDevice(DeviceOptions device) {
        return new BlasOptions(library, device, cacheFolder, cacheUse, news);
    }

    /** Returns these options with another folder where measured rates are kept. */
    public BlasOptions withCacheFolder(Path cacheFolder) {
        return new BlasOptions(library, device, cacheFolder, cacheUse, news);
    }

    /** Returns these options with another rule for which rates of earlier runs may be used. */
    public BlasOptions withCacheUse(CacheUse cacheUse) {
        return new BlasOptions(library, device, cacheFolder, cacheUse, news);
    }

    /** Returns these options with another consumer of lines that tell a waiting person what happens. */
    public BlasOptions withNews(Consumer<String> news) {
        return new BlasOptions(library, device, cacheFolder, cacheUse, news);
    }

    /**
     * Waits until it is this process's turn to measure, and returns the lock. Measurements beside another measurement are of little value.
     */
    CacheLock measuring() {
        return CacheLock.take(cacheFolder, "measuring", LONGEST_WAIT, () -> news.accept("waiting for another process that measures the"
                + " kernels, at most " + LONGEST_WAIT.toSeconds() + " s ..."));
    }
}
