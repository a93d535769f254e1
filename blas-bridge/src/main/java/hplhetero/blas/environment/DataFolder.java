package hplhetero.blas.environment;

import java.nio.file.Path;

/** The folder where this product keeps what cannot be measured or unpacked again. */
public final class DataFolder {
    private DataFolder() {
    }

    /**
     * Returns the user's folder for what this product cannot measure or unpack again: {@code $XDG_DATA_HOME/hpl-hetero}, or else
     * {@code ~/.local/share/hpl-hetero}. The folder may not exist. For a user without a home the path is one where no folder can be made.
     */
    public static Path ofUser() {
        return CacheFolder.of(System.getenv("XDG_DATA_HOME"), System.getProperty("user.home"), Path.of(".local", "share"));
    }
}
