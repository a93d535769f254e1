package hplhetero.run.terminal;

import hplhetero.results.format.UnwritableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * An output for text whose loss would be a loss of results. The text is kept. Where it cannot be written, standard error shows all that
 * came before and all that comes after. Writing never throws; {@link #check} tells of failures. Any thread may use it.
 */
public final class RescuedOutput extends OutputStream {
    private final OutputStream out;
    private final String name;
    /** Whether a reader who has gone, such as {@code head}, wants no more text, so that its absence is no failure. */
    private final boolean readerMayGo;
    /** All text written before a failure. */
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    /** The first failure; null while there is none. */
    private IOException failure;

    /**
     * Makes an output that has written nothing yet.
     *
     * @param out         receives the text
     * @param name        name of what is written, for people
     * @param readerMayGo whether a reader who has gone wants no more text
     */
    public RescuedOutput(OutputStream out, String name, boolean readerMayGo) {
        this.readerMayGo = readerMayGo;
        this.out = out;
        this.name = name;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
        if (failure != null) {
            show(bytes, from, count);
            return;
        }
        kept.write(bytes, from, count);
        attempt(() -> out.write(bytes, from, count));
    }

    @Override
    public synchronized void flush() {
        if (failure == null) {
            attempt(out::flush);
        }
    }

    @Override
    public synchronized void close() {
        if (failure == null) {
            attempt(out::close);
        }
    }

    /**
     * Checks that everything could be written.
     *
     * @throws UnwritableException when something could not be written
     */
    public synchronized void check() throws UnwritableException {
        if (failure != null && !isUnwanted()) {
            throw new UnwritableException(name, failure);
        }
    }

    private void show(byte[] bytes, int from, int count) {
        if (!isUnwanted()) {
            System.err.write(bytes, from, count);
            System.err.flush();
        }
    }

    private boolean isUnwanted() {
        return readerMayGo && "Broken pipe".equals(failure.getMessage());
    }

    private void attempt(Attempt attempt) {
        try {
            attempt.run();
        } catch (IOException cannot) {
            failure = cannot;
            show(kept.toByteArray(), 0, kept.size());
        }
    }

    /** A step of writing that may fail. */
    @FunctionalInterface
    private interface Attempt {
        void run() throws IOException;
    }
}
