package hplhetero.blas;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a provider is chosen.
 *
 * @param library     the library file a user named with {@code --blas-lib}, for the providers that take one
 * @param cacheFolder where the contest's result is kept; see {@link CacheFolder#ofUser()}
 * @param contest     whether an earlier result may be used
 * @param workers     who share the columns of a rank: one takes them in wider tasks, which suits libraries
 */
public record BlasOptions(Optional<Path> library, Path cacheFolder, ContestUse contest, int workers) {

    /** Whether a cached contest is good enough. */
    public enum ContestUse { CACHED, AFRESH }

    /** No library named, the user's cache folder, a cached contest is good enough, all cores work for one rank. */
    public static BlasOptions defaults() {
        return new BlasOptions(Optional.empty(), CacheFolder.ofUser(), ContestUse.CACHED, Runtime.getRuntime().availableProcessors());
    }

    public BlasOptions withLibrary(Optional<Path> library) {
        return new BlasOptions(library, cacheFolder, contest, workers);
    }

    public BlasOptions withCacheFolder(Path cacheFolder) {
        return new BlasOptions(library, cacheFolder, contest, workers);
    }

    public BlasOptions withWorkers(int workers) {
        return new BlasOptions(library, cacheFolder, contest, workers);
    }

    public BlasOptions withContest(ContestUse contest) {
        return new BlasOptions(library, cacheFolder, contest, workers);
    }
}
