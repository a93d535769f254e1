package hplhetero.blas.environment;

import java.nio.file.Path;

/** Where this product keeps what cannot be had again. */
public final class DataFolder {
    private DataFolder() {
    }

    /** {@code $XDG_DATA_HOME/hpl-hetero}, else {@code ~/.local/share/hpl-hetero}; found as {@link CacheFolder#ofUser} is. */
    public static Path ofUser() {
        return CacheFolder.of(System.getenv("XDG_DATA_HOME"), System.getProperty("user.home"), Path.of(".local", "share"));
    }
}
