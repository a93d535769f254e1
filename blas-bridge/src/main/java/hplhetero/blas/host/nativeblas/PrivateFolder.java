package hplhetero.blas.host.nativeblas;

import hplhetero.blas.environment.CacheFolder;
import hplhetero.ffm.CLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * A folder from which code may be loaded: it belongs to this user, and nobody else can write to it or replace it. Files in the folder are
 * still compared with what they should be, because a disk or a crash may have damaged them.
 *
 * @param path the folder's path, without links
 */
record PrivateFolder(Path path) {
    // constants of <sys/stat.h>
    private static final int TYPE = 0170000;
    private static final int FOLDER = 0040000;
    private static final int REGULAR = 0100000;
    private static final int STICKY = 01000;
    private static final int WRITABLE_BY_OTHERS = 0022;
    private static final int ROOT = 0;

    /**
     * Returns a private folder, which is made where it is missing.
     *
     * @throws IOException when the folder cannot be made, or is not private: the message names the remedy
     */
    static PrivateFolder make(Path folder) throws IOException {
        CacheFolder.create(folder.getParent());
        // a home may lie elsewhere through a link, but the folder itself may not
        Path parent = folder.getParent().toRealPath();
        Path path = parent.resolve(folder.getFileName());
        Entry above = Entry.of(parent);
        if (!above.isSticky() && (above.writableByOthers() || !above.isOurs() && above.owner != ROOT)) {
            throw new IOException(parent + " can be changed by others: chmod go-w it, or choose another with XDG_CACHE_HOME");
        }
        CacheFolder.create(path);
        Entry own = Entry.of(path);
        if (own.type() != FOLDER) {
            throw new IOException(path + " is a link: remove it");
        }
        if (!own.isOurs() || own.writableByOthers()) {
            throw new IOException(path + (own.isOurs() ? " can be changed by others" : " belongs to another user")
                    + ": remove it, or choose another with XDG_CACHE_HOME");
        }
        return new PrivateFolder(path);
    }

    /** Returns the path of the file with this name in the folder. */
    Path resolve(String name) {
        return path.resolve(name);
    }

    /** Returns whether this folder holds a file of this name and content that belongs to this user and is no link. Reads the whole file. */
    boolean holds(String name, String crc32c) throws IOException {
        Path file = resolve(name);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Entry entry = Entry.of(file);
        return entry.type() == REGULAR && entry.isOurs() && !entry.writableByOthers() && crc32c(file).equals(crc32c);
    }

    /**
     * Returns the CRC-32C of a file in hexadecimal digits. The sum protects against damage and not against other users, whom the folder
     * keeps out. It is ten times as fast as SHA-256.
     */
    static String crc32c(Path file) throws IOException {
        CRC32C sum = new CRC32C();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                sum.update(buffer, 0, count);
            }
        }
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    /** The owner and mode of a file; for a link, those of the link and not of the file it points to. */
    private record Entry(int owner, int mode) {

        static Entry of(Path path) throws IOException {
            Map<String, Object> attributes = Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
            return new Entry((int) attributes.get("uid"), (int) attributes.get("mode"));
        }

        int type() {
            return mode & TYPE;
        }

        boolean isOurs() {
            return CLibrary.isUser(owner);
        }

        boolean isSticky() {
            return (mode & STICKY) != 0;
        }

        boolean writableByOthers() {
            return (mode & WRITABLE_BY_OTHERS) != 0;
        }
    }
}
