package hplhetero.run.machine;

import java.nio.file.Path;
import java.util.Map;

/** Where answers that took long to find are kept: {@code $XDG_CACHE_HOME/hpl-hetero} or {@code ~/.cache/hpl-hetero}. */
public final class CacheFolder {
    private CacheFolder() {
    }

    /** @param environment the process' variables */
    public static Path of(Map<String, String> environment) {
        String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path base = xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return base.resolve("hpl-hetero").toAbsolutePath();
    }
}
