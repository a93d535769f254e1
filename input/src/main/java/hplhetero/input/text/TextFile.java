package hplhetero.input.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The lines of a file that a person has written. Line ends may be those of Unix, DOS or old Mac, and a UTF-8 byte order mark is skipped.
 * Lines count from 1. All files that users name are read here, results included, and none without a limit of size.
 *
 * @param name  name of the file as the user wrote it
 * @param lines lines without their ends
 */
public record TextFile(String name, List<String> lines) {

    /** The name that stands for standard input. A file with this name can be given as {@code ./-}. */
    public static final String STANDARD_INPUT = "-";

    private static final int CHUNK_BYTES = 1 << 16;
    private static final int MEBI = 1 << 20;
    /** The heap in GiB that is large enough for all files that may be read. */
    private static final int LEAST_HEAP = 4;

    /** The kinds of files, with words for messages and the largest size. */
    public enum Kind {
        HPL_DAT("HPL.dat", "HPL.dat", "name one that exists, or give the case by options such as -N 8000 --nb 192", 1 << 20),
        HOSTS("host file", "hosts", "name one with a host on each line, such as `a slots=2`, or give --hosts a:2,b:2", 1 << 24),
        CLUSTER("cluster file", "my.cluster", "name one that exists; examples/ has some to start from", 1 << 24),
        HOST_FACTS("file of lstopo", "node1.xml", "name one that exists; 'lstopo node1.xml' on the host makes one", 1 << 26),
        PLAN("plan file", "my.plan", "name one that exists; './hpl plan --write FILE' makes one", 1 << 26),
        TOPOLOGY("topology file", "my.topology", "name one that exists; docs/topology-file.md has some to start from", 1 << 26),
        CHOICES("file of choices", "my.choices", "name one that exists; './hpl net bench --write FILE' makes one", 1 << 24),
        CABLES("file of cables", "net.ibnetdiscover", "name one that exists; 'ibnetdiscover > FILE' makes one", 1 << 28),
        TABLES("file of forwarding tables", "net.lfts", "name one that exists; 'dump_lfts > FILE' or 'dump_fts > FILE' makes one", 1 << 29),
        PATHS("table of paths", "my.lids", "name one that exists; './hpl net lids --table FILE' makes one", 1 << 29),
        ROOTS("file of root switches", "roots.guids", "name one that exists, with the GUID of a root switch on each line", 1 << 24),
        RESULTS("file of results", "result.json", "name one that 'hpl run --json FILE' or HPL has written", 1 << 26),
        PUBLISHED("file of published results", "top500.csv", "name a table in CSV that has a column such as Rmax [TFlop/s]", 1 << 26),
        BURN_IN("file of a burn-in", "burnin.json", "name one that 'hpl burnin --json FILE' has written", 1 << 28);

        private final String words;
        private final String example;
        private final String missing;
        /** The largest size in bytes, far more than any such file has. The limit prevents reading a matrix or an endless device. */
        private final int maxBytes;

        Kind(String words, String example, String missing, int maxBytes) {
            this.words = words;
            this.example = example;
            this.missing = missing;
            this.maxBytes = maxBytes;
        }

        /** Returns whether such a file may hold bytes that are not text: results that programs write have colours, and may be UTF-16. */
        private boolean holdsAnyBytes() {
            return this == RESULTS;
        }
    }

    /**
     * Reads a file of text and makes something of its lines.
     *
     * @param file   the file; {@link #STANDARD_INPUT} for standard input
     * @param kind   kind of the file
     * @param parser makes the result from the lines
     * @throws InputException if the file cannot be read, holds no text, is too large, or does not fit in memory
     */
    public static <T> T read(Path file, Kind kind, Function<TextFile, T> parser) {
        return bytes(file, kind, bytes -> parser.apply(new TextFile(shown(file), Lines.of(bytes))));
    }

    /**
     * Reads a whole file and makes something of its bytes.
     *
     * @param file   the file; {@link #STANDARD_INPUT} for standard input
     * @param kind   kind of the file
     * @param parser makes the result from the bytes
     * @throws InputException if the file cannot be read, is too large, or does not fit in memory
     */
    public static <T> T bytes(Path file, Kind kind, Function<byte[], T> parser) {
        try {
            return parser.apply(bytes(file, kind));
        } catch (OutOfMemoryError tooLarge) {
            throw tooLargeForTheHeap(file, tooLarge);
        }
    }

    /** Returns whether a path stands for standard input, so that no file is to be opened. */
    public static boolean isStandardInput(Path file) {
        return file.toString().equals(STANDARD_INPUT);
    }

    /** Returns the name by which messages call a file, such as words for standard input. */
    public static String shown(Path file) {
        return isStandardInput(file) ? "standard input" : file.toString();
    }

    /**
     * Returns the words by which messages name a line of this file: file and line.
     *
     * @param line number of the line, from 1
     */
    public String where(int line) {
        return name + ", line " + line;
    }

    private static byte[] bytes(Path file, Kind kind) {
        if (Files.isDirectory(file)) {
            throw new InputException(file + ": is a directory: name the " + kind.words + " itself, such as "
                    + file.resolve(kind.example));
        }
        // standard input must stay open
        try (InputStream opened = isStandardInput(file) ? null : Files.newInputStream(file)) {
            long size = opened == null ? 0 : Files.size(file);
            if (size > kind.maxBytes) {
                throw tooLarge(file, kind);
            }
            if (size > Runtime.getRuntime().maxMemory() / 2) {
                throw tooLargeForTheHeap(file, null);
            }
            return bytes(opened == null ? System.in : opened, file, kind, (int) size);
        } catch (NoSuchFileException e) {
            throw new InputException(file + ": no such file: " + kind.missing, e);
        } catch (AccessDeniedException e) {
            throw new InputException(file + ": may not be read: permission denied: change its mode, or name "
                    + "another file", e);
        } catch (FileSystemException e) {
            String reason = Objects.requireNonNullElse(e.getReason(), e.getClass().getSimpleName());
            throw new InputException(file + ": cannot be read: " + reason + ": name another file", e);
        } catch (IOException e) {
            throw new InputException(file + ": cannot be read: " + e.getMessage() + ": name another file", e);
        }
    }

    /** Reads chunk by chunk, so that reading ends soon for data that is no text, and for devices that never end. */
    private static byte[] bytes(InputStream in, Path file, Kind kind, int size) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream(size + 1);
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int got = in.read(chunk); got >= 0; got = in.read(chunk)) {
            if (!kind.holdsAnyBytes()) {
                requireText(chunk, got, all.size(), file, kind);
            }
            if (got > kind.maxBytes - all.size()) {
                throw tooLarge(file, kind);
            }
            all.write(chunk, 0, got);
        }
        return all.toByteArray();
    }

    private static void requireText(byte[] chunk, int count, int before, Path file, Kind kind) {
        if (before == 0 && isUtf16(chunk, count)) {
            throw new InputException(shown(file) + ": is UTF-16, as PowerShell's > writes: save the " + kind.words + " as ASCII or UTF-8");
        }
        for (int i = 0; i < count; i++) {
            int b = chunk[i] & 0xff;
            if (b < ' ' && !(b >= '\t' && b <= '\r') || b == 0x7f) {
                throw new InputException(shown(file) + ": is not a text file (byte 0x" + HexFormat.of().toHexDigits((byte) b)
                        + " at offset " + (before + i) + "): name a" + (kind == Kind.HPL_DAT ? "n " : " ") + kind.words
                        + ", saved as ASCII or UTF-8");
            }
        }
    }

    /** Returns whether bytes begin with the byte order mark of UTF-16. */
    private static boolean isUtf16(byte[] bytes, int count) {
        int mark = count < 2 ? 0 : (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
        return mark == 0xfffe || mark == 0xfeff;
    }

    private static InputException tooLarge(Path file, Kind kind) {
        return new InputException(shown(file) + ": is larger than " + kind.maxBytes + " bytes, the limit for a"
                + (kind == Kind.HPL_DAT ? "n " : " ") + kind.words + ": name another file");
    }

    private static InputException tooLargeForTheHeap(Path file, Throwable cause) {
        return new InputException(shown(file) + ": reading it needs more memory than the JVM's heap of "
                + Runtime.getRuntime().maxMemory() / MEBI + " MiB has: name a smaller file, or give the JVM more with "
                + "HPL_JAVA_OPTS=-Xmx" + Math.max(LEAST_HEAP, Math.ceilDiv(2 * Runtime.getRuntime().maxMemory(), 1L << 30)) + "g", cause);
    }
}
