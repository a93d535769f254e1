package hplhetero.blas.environment;

import java.nio.file.Path;

/** The folder where this product keeps what cannot be measured or unpacked again. */
public final class DataFolder {
    private DataFolder() {
    }

    /** Returns {@code $XDG_DATA_HOME/hpl-hetero}, or else {@code ~/.local/share/hpl-hetero}, by the rules of {@link CacheFolder#ofUser}. */
    public static Path ofUser() {
        return CacheFolder.of(System.getenv("XDG_DATA_HOME"), System.getProperty("user.home"), Path.of(".local", "share"));
    }
}
