package hplhetero.run.power;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A file of one number, as the kernel has many. It is opened once and read often, without garbage. Owner: one thread at a time. */
final class SysfsFile implements Reading, AutoCloseable {
    private static final int MOST_BYTES = 64;
    private static final int HEXADECIMAL = 16;
    private static final int DECIMAL = 10;

    private final FileChannel channel;
    private final int radix;
    private final ByteBuffer text = ByteBuffer.allocateDirect(MOST_BYTES);

    private SysfsFile(FileChannel channel, int radix) {
        this.channel = channel;
        this.radix = radix;
    }

    /** Returns the file of a decimal number; empty where the file does not exist, may not be read or has no number now. */
    static Optional<SysfsFile> of(Path path) {
        return of(path, DECIMAL);
    }

    /** Returns the file of a hexadecimal number, with or without 0x; empty where it has none, as for a decimal number. */
    static Optional<SysfsFile> ofHexadecimal(Path path) {
        return of(path, HEXADECIMAL);
    }

    private static Optional<SysfsFile> of(Path path, int radix) {
        try {
            SysfsFile file = new SysfsFile(FileChannel.open(path, StandardOpenOption.READ), radix);
            if (file.read() != UNKNOWN) {
                return Optional.of(file);
            }
            file.close();
        } catch (IOException none) {
            // machines differ in which of these files they have
        }
        return Optional.empty();
    }

    /** Returns the first line of a file; empty where there is none. */
    static String text(Path path) {
        try {
            return Files.readString(path).strip().lines().findFirst().orElse("");
        } catch (IOException none) {
            return "";
        }
    }

    /** Returns the entries of a folder that match a pattern, in order; none where there is no such folder. */
    static List<Path> in(Path folder, String glob) {
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            entries.forEach(paths::add);
        } catch (IOException | DirectoryIteratorException none) {
            return List.of();
        }
        paths.sort(null);
        return paths;
    }

    @Override
    public long read() {
        try {
            text.clear();
            int length = channel.read(text, 0);
            return length < 1 ? UNKNOWN : number(length);
        } catch (IOException gone) {
            return UNKNOWN;
        }
    }

    private long number(int length) {
        int at = text.get(0) == '-' ? 1 : 0;
        boolean negative = at == 1;
        if (radix == HEXADECIMAL && length > 2 && text.get(0) == '0' && text.get(1) == 'x') {
            at = 2;
        }
        int first = at;
        long value = 0;
        for (; at < length; at++) {
            int digit = Character.digit(text.get(at), radix);
            if (digit < 0) {
                break;
            }
            value = value * radix + digit;
        }
        return at == first ? UNKNOWN : negative ? -value : value;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // nothing is lost, because the file was only read
        }
    }
}
