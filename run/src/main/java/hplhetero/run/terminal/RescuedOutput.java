package hplhetero.run.terminal;

import hplhetero.results.format.UnwritableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Text whose loss would be a loss of results: it is kept, and shown on standard error where it cannot be written, all that came before
 * and all that comes after. Never throws while text is written; {@link #check} tells. Any thread.
 */
public final class RescuedOutput extends OutputStream {
    private final OutputStream out;
    private final String name;
    /** Whether a reader who has gone wants no more, as {@code head}. */
    private final boolean readerMayGo;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private IOException failure;

    /**
     * @param name        of what is written, for people
     * @param readerMayGo whether a reader who has gone wants no more
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

    /** @throws UnwritableException when something could not be written */
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

    /** A step that may fail. */
    @FunctionalInterface
    private interface Attempt {
        void run() throws IOException;
    }
}
