package hplhetero.blas;

import java.nio.file.Path;

/** Where this product keeps what it can measure or unpack again. */
public final class CacheFolder {

    private CacheFolder() {
    }

    /** {@code $XDG_CACHE_HOME/hpl-hetero}, else {@code ~/.cache/hpl-hetero}; it need not exist. */
    public static Path ofUser() {
        return of(System.getenv("XDG_CACHE_HOME"), System.getProperty("user.home"));
    }

    /** A relative XDG_CACHE_HOME is to be ignored (XDG Base Directory Specification). */
    static Path of(String xdgCacheHome, String home) {
        boolean usable = xdgCacheHome != null && xdgCacheHome.startsWith("/");
        Path base = usable ? Path.of(xdgCacheHome) : Path.of(home, ".cache");
        return base.resolve("hpl-hetero");
    }
}
