package hplhetero.results.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A file that is written anew whenever there is news, as long as that takes at most a {@value #SHARE}th of the time. News that come
 * faster are put off, so what is written grows with the time that passes and not with the square of the number of news. One thread at a
 * time uses it.
 */
public final class PacedFile {
    /** Between two writings passes at least so many times the time that the earlier one took. */
    private static final int SHARE = 20;

    private final Path file;
    private final LongSupplier nanos;
    private boolean written;
    private boolean putOff;
    private long end;
    private long cost;

    /** @param file written as {@link WholeFile#write} does */
    public PacedFile(Path file) {
        this(file, System::nanoTime);
    }

    /**
     * A file that is written by a clock of its own.
     *
     * @param file  written as {@link WholeFile#write} does
     * @param nanos a clock, in nanoseconds from any origin
     */
    public PacedFile(Path file, LongSupplier nanos) {
        this.file = file;
        this.nanos = nanos;
    }

    /**
     * Writes the file, or puts that off. What is no file of its own cannot be replaced, and is left to {@link #write}.
     *
     * @throws IOException as {@link WholeFile#write} does
     */
    public void offer(Supplier<String> text) throws IOException {
        putOff = !WholeFile.isStream(file);
        writeWhenDue(0, text);
    }

    /**
     * Writes what was put off, where it would be due before the next news.
     *
     * @param seconds that pass until there are news, as far as one can tell
     * @throws IOException as {@link WholeFile#write} does
     */
    public void beforeSilence(double seconds, Supplier<String> text) throws IOException {
        writeWhenDue(seconds, text);
    }

    /**
     * Writes the file.
     *
     * @throws IOException as {@link WholeFile#write} does
     */
    public void write(Supplier<String> text) throws IOException {
        long begin = nanos.getAsLong();
        try {
            WholeFile.write(file, text.get());
            putOff = false;
        } finally {
            end = nanos.getAsLong();
            cost = end - begin;
            written = true;
        }
    }

    private void writeWhenDue(double later, Supplier<String> text) throws IOException {
        if (putOff && (!written || nanos.getAsLong() - end + later * 1e9 >= (double) SHARE * cost)) {
            write(text);
        }
    }
}
