package hplhetero.results.format;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Writes files in one piece, also in folders where others may write. */
public final class WholeFile {
    /** The name that stands for standard output, as in many programs. */
    public static final Path STANDARD_OUTPUT = Path.of("-");
    private static final int RANDOM_BYTES = 8;

    private WholeFile() {
    }

    /**
     * Writes {@code file} in one piece: a reader sees the old file or the whole new one. A link is replaced, never followed. A pipe or a
     * device, such as {@code /dev/stdout}, gets the text appended; {@link #STANDARD_OUTPUT} is the standard output of this process.
     *
     * @throws IOException if the file cannot be written, saying which file and why; the old file is then unchanged
     */
    public static void write(Path file, String text) throws IOException {
        refuseDirectory(file);
        try {
            put(file, text);
        } catch (NoSuchFileException | AccessDeniedException e) {
            throw e;
        } catch (IOException cannot) {
            throw new UnwritableException(file.equals(STANDARD_OUTPUT) ? "standard output" : file.toString(), cannot);
        }
    }

    private static void put(Path file, String text) throws IOException {
        if (file.equals(STANDARD_OUTPUT)) {
            // not closed: the stream belongs to the process, and others may write to it
            new FileOutputStream(FileDescriptor.out).write(text.getBytes(StandardCharsets.UTF_8));
        } else if (isDevice(file)) {
            Files.writeString(file, text, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        } else if (isStream(file)) {
            Files.writeString(file, text, StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
        } else {
            replace(file, text);
        }
    }

    /**
     * Checks that {@link #write} could write {@code file}, without changing its content. A new file is made beside {@code file} and
     * removed. Access rights alone do not tell: root may do anything, even on a file system that can only be read.
     *
     * @throws IOException if the file could not be written, saying which file and why
     */
    public static void check(Path file) throws IOException {
        refuseDirectory(file);
        if (!isStream(file)) {
            Files.delete(fresh(file.toAbsolutePath()));
        } else if (!file.equals(STANDARD_OUTPUT) && !Files.isWritable(file)) {
            throw new AccessDeniedException(file.toString());
        }
    }

    private static void refuseDirectory(Path file) throws IOException {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + ": is a directory: name a file in it, such as " + file.resolve("hpl.json"));
        }
    }

    /** Returns whether a path is a pipe, a device or standard output, whose content cannot be replaced. */
    public static boolean isStream(Path file) {
        return file.equals(STANDARD_OUTPUT) || isDevice(file)
                || Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(file) && !Files.isRegularFile(file);
    }

    /**
     * Returns whether a path is below {@code /dev}, except {@code /dev/shm}. A redirected {@code /dev/stdout} leads to a regular file whose
     * content would be lost if it were replaced.
     */
    private static boolean isDevice(Path file) {
        Path path = file.toAbsolutePath().normalize();
        return path.startsWith("/dev") && !path.startsWith("/dev/shm");
    }

    private static void replace(Path file, String text) throws IOException {
        Path target = file.toAbsolutePath();
        if (!Files.isDirectory(target.getParent())) {
            throw new NoSuchFileException(file + ": no such folder: create " + target.getParent() + " first");
        }
        Path whole = fresh(target);
        try {
            putOnDisk(whole, text);
            Files.move(whole, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    /**
     * Writes text to a file and waits until it is on disk. Otherwise, a crash of the host after the move could leave an empty file in place
     * of the old one.
     */
    private static void putOnDisk(Path file, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /**
     * Makes a new, empty file beside {@code target}. Nobody can guess its name, so nobody can lay a link there. Its mode is that of any new
     * file: {@link Files#createTempFile} would take the right to read from the group and from others.
     */
    private static Path fresh(Path target) throws IOException {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return Files.createFile(target.resolveSibling(target.getFileName() + "." + HexFormat.of().formatHex(random) + ".tmp"));
    }
}
