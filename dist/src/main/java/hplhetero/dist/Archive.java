package hplhetero.dist;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/** A writer of a folder as a tar.gz, whose bytes depend only on names, contents, the time given and the right to execute. */
final class Archive {
    /** The rights of folders and programs, rwxr-xr-x. */
    static final int EXECUTABLE = 0755;
    /** The rights of all other files, rw-r--r--. */
    static final int FILE = 0644;

    private Archive() {
    }

    /** Returns a folder and everything below it, sorted by name, the folder itself first. */
    static List<Path> sorted(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.sorted((one, other) -> name(root, one).compareTo(name(root, other))).toList();
        }
    }

    /** Returns the permissions that a file or folder gets in a package, such as 0755 where it may be executed. */
    static int mode(Path file) {
        return Files.isDirectory(file) || Files.isExecutable(file) ? EXECUTABLE : FILE;
    }

    /**
     * Writes a folder and everything below it as a tar.gz.
     *
     * @param root the folder, with whose name every name in the archive begins
     * @param to   the file to be written
     * @param time the time that every entry gets
     */
    static void write(Path root, Path to, Instant time) throws IOException {
        GzipParameters parameters = new GzipParameters();
        parameters.setCompressionLevel(Deflater.BEST_COMPRESSION);
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(
                new GzipCompressorOutputStream(new BufferedOutputStream(Files.newOutputStream(to)), parameters))) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
            for (Path file : sorted(root)) {
                tar.putArchiveEntry(entry(file, root.getFileName() + name(root, file), time));
                if (Files.isRegularFile(file) && !Files.isSymbolicLink(file)) {
                    Files.copy(file, tar);
                }
                tar.closeArchiveEntry();
            }
        }
    }

    private static TarArchiveEntry entry(Path file, String name, Instant time) throws IOException {
        TarArchiveEntry entry;
        if (Files.isSymbolicLink(file)) {
            entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
            entry.setLinkName(Files.readSymbolicLink(file).toString());
        } else if (Files.isDirectory(file)) {
            entry = new TarArchiveEntry(name + "/");
        } else {
            entry = new TarArchiveEntry(name);
            entry.setSize(Files.size(file));
        }
        if (!Files.isSymbolicLink(file)) {
            entry.setMode(entry.getMode() & ~0777 | mode(file));
        }
        entry.setLastModifiedTime(FileTime.from(time));
        entry.setIds(0, 0);
        entry.setNames("root", "root");
        return entry;
    }

    private static String name(Path root, Path file) {
        return file.equals(root) ? "" : "/" + root.relativize(file);
    }
}
