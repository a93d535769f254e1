package hplhetero.blas.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The folder where this product keeps what it can measure or unpack again. */
public final class CacheFolder {

    private CacheFolder() {
    }

    /** A path below which no folder can be made. */
    private static final Path NOWHERE = Path.of("/dev/null");

    /**
     * Returns the user's folder for what this product can measure or unpack again: {@code $XDG_CACHE_HOME/hpl-hetero}, or else
     * {@code ~/.cache/hpl-hetero}. The folder may not exist. For a user without a home the path is one where no folder can be made.
     */
    public static Path ofUser() {
        return of(System.getenv("XDG_CACHE_HOME"), System.getProperty("user.home"));
    }

    static Path of(String xdgCacheHome, String home) {
        return of(xdgCacheHome, home, Path.of(".cache"));
    }

    /**
     * Returns this product's folder below {@code xdg}, or else below the home. Ignores a relative {@code xdg}, as the XDG Base Directory
     * Specification demands.
     */
    static Path of(String xdg, String home, Path belowHome) {
        Path base = isAbsolute(xdg) ? Path.of(xdg) : isAbsolute(home) ? Path.of(home).resolve(belowHome) : NOWHERE;
        return base.resolve("hpl-hetero");
    }

    /** Returns whether a folder is named by an absolute path. Java reports the home {@code ?} for a user without an entry. */
    private static boolean isAbsolute(String folder) {
        return folder != null && folder.startsWith("/");
    }

    /** Makes a folder, and the missing ones above it, so that nobody but the user can look into them. An existing folder stays as it is. */
    public static void create(Path folder) throws IOException {
        Files.createDirectories(folder, owners(folder, "rwx------"));
    }

    /**
     * Returns the attributes by which a new file or folder is created with these rights; none where the file system has no POSIX rights.
     *
     * @param made   path of the file or folder to be created
     * @param rights rights as {@code ls} prints them, such as {@code rwx------}
     */
    static FileAttribute<?>[] owners(Path made, String rights) {
        return made.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
