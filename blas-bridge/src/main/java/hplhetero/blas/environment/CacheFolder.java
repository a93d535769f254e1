package hplhetero.blas.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Where this product keeps what it can measure or unpack again. */
public final class CacheFolder {

    private CacheFolder() {
    }

    /** Nothing can be made below it. */
    private static final Path NOWHERE = Path.of("/dev/null");

    /** {@code $XDG_CACHE_HOME/hpl-hetero}, else {@code ~/.cache/hpl-hetero}; it need not exist, and without a home cannot be made. */
    public static Path ofUser() {
        return of(System.getenv("XDG_CACHE_HOME"), System.getProperty("user.home"));
    }

    static Path of(String xdgCacheHome, String home) {
        return of(xdgCacheHome, home, Path.of(".cache"));
    }

    /** A relative folder of XDG's variables is to be ignored (XDG Base Directory Specification). */
    static Path of(String xdg, String home, Path belowHome) {
        Path base = isAbsolute(xdg) ? Path.of(xdg) : isAbsolute(home) ? Path.of(home).resolve(belowHome) : NOWHERE;
        return base.resolve("hpl-hetero");
    }

    /** A user without an entry has the home {@code ?}. */
    private static boolean isAbsolute(String folder) {
        return folder != null && folder.startsWith("/");
    }

    /** Makes a folder, with those above it that are missing, that nobody else can look into; one that is there stays as it is. */
    public static void create(Path folder) throws IOException {
        Files.createDirectories(folder, owners(folder, "rwx------"));
    }

    /** Rights for a new file or folder, where its file system knows such. */
    static FileAttribute<?>[] owners(Path made, String rights) {
        return made.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
