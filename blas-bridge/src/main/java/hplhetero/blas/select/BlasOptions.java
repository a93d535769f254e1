package hplhetero.blas.select;

import hplhetero.blas.DeviceOptions;
import hplhetero.blas.environment.CacheFolder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a provider is chosen.
 *
 * @param library     the library file a user named with {@code --blas-lib}, for the providers that take one
 * @param device      for the providers that compute on one
 * @param cacheFolder where what was measured is kept; see {@link CacheFolder#ofUser()}
 * @param cacheUse    whether what earlier runs have measured may be used
 */
public record BlasOptions(Optional<Path> library, DeviceOptions device, Path cacheFolder, CacheUse cacheUse) {

    /** Which of what earlier runs have measured, the fastest provider and the FMA peak, is good enough. */
    public enum CacheUse {
        /** Whatever is there: for work that is done sooner than measured. */
        ANY,
        /** What is settled: providers of nearly the same speed, or a peak measured once, are not. */
        SETTLED,
        /** Nothing: all is measured now. */
        NONE
    }

    /** No library named, the user's cache folder, what is settled is not measured again. */
    public static BlasOptions defaults() {
        return new BlasOptions(Optional.empty(), DeviceOptions.USUAL, CacheFolder.ofUser(), CacheUse.SETTLED);
    }

    public BlasOptions withLibrary(Optional<Path> library) {
        return new BlasOptions(library, device, cacheFolder, cacheUse);
    }

    public BlasOptions withDevice(DeviceOptions device) {
        return new BlasOptions(library, device, cacheFolder, cacheUse);
    }

    public BlasOptions withCacheFolder(Path cacheFolder) {
        return new BlasOptions(library, device, cacheFolder, cacheUse);
    }

    public BlasOptions withCacheUse(CacheUse cacheUse) {
        return new BlasOptions(library, device, cacheFolder, cacheUse);
    }
}
