package hplhetero.blas.select;

import hplhetero.blas.environment.CacheFolder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a provider is chosen.
 *
 * @param library     the library file a user named with {@code --blas-lib}, for the providers that take one
 * @param cacheFolder where the contest's result is kept; see {@link CacheFolder#ofUser()}
 * @param contest     whether earlier results may be used
 */
public record BlasOptions(Optional<Path> library, Path cacheFolder, ContestUse contest) {

    /** Whether what earlier runs have measured, the contest and the FMA peak, is good enough. */
    public enum ContestUse {
        /** Whatever is there: for work that is done sooner than measured. */
        KEPT,
        /** Where it is settled: a close contest, or a peak measured once, is not. */
        CACHED,
        /** No. */
        AFRESH
    }

    /** No library named, the user's cache folder, a cached contest is good enough. */
    public static BlasOptions defaults() {
        return new BlasOptions(Optional.empty(), CacheFolder.ofUser(), ContestUse.CACHED);
    }

    public BlasOptions withLibrary(Optional<Path> library) {
        return new BlasOptions(library, cacheFolder, contest);
    }

    public BlasOptions withCacheFolder(Path cacheFolder) {
        return new BlasOptions(library, cacheFolder, contest);
    }

    public BlasOptions withContest(ContestUse contest) {
        return new BlasOptions(library, cacheFolder, contest);
    }
}
