package hplhetero.run.power;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A number in a file of many lines, each of which begins with a word, such as {@code MemAvailable:  123 kB}. The file is opened once and
 * read often, without garbage. Owner: one thread at a time.
 */
final class KeyedFile implements Reading {
    /** Bytes that are read of the file. The longest, /proc/vmstat, has some 5000. */
    private static final int MOST_BYTES = 16384;

    private final FileChannel channel;
    private final byte[] key;
    private final ByteBuffer text = ByteBuffer.allocateDirect(MOST_BYTES);

    private KeyedFile(FileChannel channel, String key) {
        this.channel = channel;
        this.key = key.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Returns a number of a file; empty where the file or the number does not exist.
     *
     * @param path the file
     * @param key  what the line of the number begins with, all that stands before the blanks in front of the number
     */
    static Optional<KeyedFile> of(Path path, String key) {
        try {
            KeyedFile file = new KeyedFile(FileChannel.open(path, StandardOpenOption.READ), key);
            if (file.read() != UNKNOWN) {
                return Optional.of(file);
            }
            file.channel.close();
        } catch (IOException none) {
            // systems differ in which of these files they have
        }
        return Optional.empty();
    }

    @Override
    public long read() {
        try {
            text.clear();
            while (text.hasRemaining() && channel.read(text, text.position()) > 0) {
                // reads until the end of the file
            }
            text.flip();
        } catch (IOException gone) {
            return UNKNOWN;
        }
        for (int line = 0; line < text.limit(); line = next(line)) {
            if (begins(line)) {
                return number(line + key.length);
            }
        }
        return UNKNOWN;
    }

    private int next(int line) {
        int at = line;
        while (at < text.limit() && text.get(at) != '\n') {
            at++;
        }
        return at + 1;
    }

    private boolean begins(int line) {
        boolean same = line + key.length < text.limit() && text.get(line + key.length) == ' ';
        for (int i = 0; same && i < key.length; i++) {
            same = text.get(line + i) == key[i];
        }
        return same;
    }

    private long number(int behindKey) {
        int at = behindKey;
        while (at < text.limit() && text.get(at) == ' ') {
            at++;
        }
        long value = UNKNOWN;
        for (; at < text.limit() && Character.digit(text.get(at), 10) >= 0; at++) {
            value = (value == UNKNOWN ? 0 : value) * 10 + Character.digit(text.get(at), 10);
        }
        return value;
    }
}
