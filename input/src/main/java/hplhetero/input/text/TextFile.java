package hplhetero.input.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * The lines of a file that a person has written: line ends of Unix, DOS or old Mac, a UTF-8 byte order mark skipped.
 * Lines count from 1.
 *
 * @param name  the file as the user named it
 * @param lines without their ends
 */
public record TextFile(String name, List<String> lines) {

    /** The name that stands for standard input. A file of that name is {@code ./-}. */
    public static final String STANDARD_INPUT = "-";

    /** What a file is, for messages, and how large one may be. */
    public enum Kind {
        HPL_DAT("HPL.dat", "HPL.dat", "name one that exists, or give the case by options such as -N 8000 --nb 192", 1 << 20),
        HOSTS("host file", "hosts", "name one that has a host a line, such as `a slots=2`, or give --hosts a:2,b:2", 1 << 24),
        CLUSTER("cluster file", "my.cluster", "name one that exists; examples/ has some to start from", 1 << 24),
        PLAN("plan file", "my.plan", "name one that exists; './hpl plan --write FILE' makes one", 1 << 26),
        TOPOLOGY("topology file", "my.topology", "name one that exists; docs/topology-file.md has some to start from", 1 << 26),
        CHOICES("file of choices", "my.choices", "name one that exists; './hpl net bench --write FILE' makes one", 1 << 24),
        CABLES("file of cables", "net.ibnetdiscover", "name one that exists; 'ibnetdiscover > FILE' makes one", 1 << 28),
        TABLES("file of forwarding tables", "net.lfts", "name one that exists; 'dump_lfts > FILE' or 'dump_fts > FILE' makes one", 1 << 29),
        PATHS("table of paths", "my.lids", "name one that exists; './hpl net lids --table FILE' makes one", 1 << 29);

        private final String words;
        private final String example;
        private final String missing;
        /** Far more than any such file; keeps us from reading a matrix or an endless device. */
        private final int maxBytes;

        Kind(String words, String example, String missing, int maxBytes) {
            this.words = words;
            this.example = example;
            this.missing = missing;
            this.maxBytes = maxBytes;
        }
    }

    /**
     * Reads a file of text.
     *
     * @param file {@link #STANDARD_INPUT}: what standard input has
     * @throws InputException when the file cannot be read or holds no text
     */
    public static TextFile read(Path file, Kind kind) {
        String name = isStandardInput(file) ? "standard input" : file.toString();
        return new TextFile(name, text(name, bytes(file, kind), kind).replaceAll("\r+\n", "\n").lines().toList());
    }

    /** Returns whether standard input is meant. */
    public static boolean isStandardInput(Path file) {
        return file.toString().equals(STANDARD_INPUT);
    }

    /** The place of a line, for messages. */
    public String where(int line) {
        return name + ", line " + line;
    }

    private static byte[] bytes(Path file, Kind kind) {
        if (Files.isDirectory(file)) {
            throw new InputException(file + ": is a directory: name the " + kind.words + " itself, such as "
                    + file.resolve(kind.example));
        }
        // standard input is not ours to close
        try (InputStream opened = isStandardInput(file) ? null : Files.newInputStream(file)) {
            InputStream in = opened == null ? System.in : opened;
            byte[] bytes = in.readNBytes(kind.maxBytes + 1);
            if (bytes.length > kind.maxBytes) {
                throw new InputException(file + ": is larger than " + kind.maxBytes + " bytes, which no " + kind.words
                        + " is: name another file");
            }
            return bytes;
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

    private static String text(String name, byte[] bytes, Kind kind) {
        if (isUtf16(bytes)) {
            throw new InputException(name + ": is UTF-16, as PowerShell's > writes: save the " + kind.words + " as ASCII or UTF-8");
        }
        for (int i = 0; i < bytes.length; i++) {
            int b = bytes[i] & 0xff;
            if (b < ' ' && !(b >= '\t' && b <= '\r') || b == 0x7f) {
                throw new InputException(name + ": is not a text file (byte 0x" + HexFormat.of().toHexDigits((byte) b)
                        + " at offset " + i + "): name a" + (kind == Kind.HPL_DAT ? "n " : " ") + kind.words
                        + ", saved as ASCII or UTF-8");
            }
        }
        String text = decoded(bytes);
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    /** Whether the file begins with the byte order mark of UTF-16. */
    private static boolean isUtf16(byte[] bytes) {
        int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
        return mark == 0xfffe || mark == 0xfeff;
    }

    /** As UTF-8, or, since only comments can hold other characters, as Latin-1. */
    private static String decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }
}
