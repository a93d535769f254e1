package hplhetero.results.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A file that is written anew whenever there is news, as long as writing takes at most one part in {@value #SHARE} of the time. News that
 * come faster are put off. So the bytes written grow with the time that passes, and not with the square of the number of news. One thread
 * at a time uses a paced file.
 */
public final class PacedFile {
    /** The time between two writings is at least this many times the time that the earlier writing took. */
    private static final int SHARE = 20;

    private final Path file;
    /** The clock, in nanoseconds from any origin. */
    private final LongSupplier nanos;
    private boolean written;
    /** Whether news wait to be written. */
    private boolean putOff;
    /** Time at which the last writing ended, in nanoseconds of the clock. */
    private long end;
    /** Duration of the last writing, in nanoseconds. */
    private long cost;

    /**
     * Makes a paced file that uses the clock of the JVM.
     *
     * @param file the file, written as {@link WholeFile#write} writes
     */
    public PacedFile(Path file) {
        this(file, System::nanoTime);
    }

    /**
     * Makes a paced file that uses a given clock.
     *
     * @param file  the file, written as {@link WholeFile#write} writes
     * @param nanos the clock, in nanoseconds from any origin
     */
    public PacedFile(Path file, LongSupplier nanos) {
        this.file = file;
        this.nanos = nanos;
    }

    /**
     * Writes the file, or puts the writing off where the last one was too recent. Does nothing for a pipe or a device, which cannot be
     * replaced: only {@link #write} writes to these.
     *
     * @param text makes the text of the whole file; called only if the file is written
     * @throws IOException as {@link WholeFile#write} throws
     */
    public void offer(Supplier<String> text) throws IOException {
        putOff = !WholeFile.isStream(file);
        writeWhenDue(0, text);
    }

    /**
     * Writes the file now if {@link #offer} has put the writing off and its time will come before the next call of {@link #offer} is
     * expected; otherwise does nothing. Call this before work in which nothing new is reported, so that the file does not stay out of date
     * meanwhile.
     *
     * @param seconds expected time until the next call of {@link #offer}, in seconds
     * @param text    makes the text of the whole file; called only if the file is written
     * @throws IOException as {@link WholeFile#write} throws
     */
    public void beforeSilence(double seconds, Supplier<String> text) throws IOException {
        writeWhenDue(seconds, text);
    }

    /**
     * Writes the file now, however recent the last writing is.
     *
     * @param text makes the text of the whole file
     * @throws IOException as {@link WholeFile#write} throws
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
