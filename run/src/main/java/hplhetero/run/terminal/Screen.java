package hplhetero.run.terminal;

import hplhetero.results.format.FoldedText;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * The output to a terminal. Lines are folded to its width, and below them may stand one status line, which everything printed replaces.
 * Control characters other than colours are shown, not obeyed. Any thread may use it.
 */
public final class Screen extends PrintStream {
    static final String ERASE_LINE = "\r\033[K";

    private final Folding folding;
    private final Charset charset;

    /**
     * Makes a screen without a status line.
     *
     * @param columns number of columns of the terminal
     */
    public Screen(OutputStream out, int columns, Charset charset) {
        this(new Folding(out, columns, charset), charset);
    }

    private Screen(Folding folding, Charset charset) {
        super(folding, true, charset);
        this.folding = folding;
        this.charset = charset;
    }

    /** Shows a status line in place of the one before; an empty one removes it. */
    public void status(String line) {
        folding.status(line);
    }

    /** Returns another stream to this terminal, which removes the status line before it writes. */
    OutputStream clearingStatus(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(int b) throws IOException {
                folding.status("");
                out.write(b);
            }

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                folding.status("");
                out.write(bytes, from, count);
            }
        };
    }

    @Override
    public Charset charset() {
        return charset;
    }

    /** A stream that gathers lines, and passes them on folded. */
    private static final class Folding extends OutputStream {
        private final OutputStream out;
        private final int columns;
        private final Charset charset;
        /** The part of a line that is not passed on yet. */
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        /** Whether the status line is on the screen. */
        private boolean statusShown;

        /**
         * Makes a stream that has gathered nothing yet.
         *
         * @param out     the terminal
         * @param columns number of columns of the terminal
         * @param charset the terminal's character set
         */
        Folding(OutputStream out, int columns, Charset charset) {
            this.out = out;
            this.columns = columns;
            this.charset = charset;
        }

        @Override
        public synchronized void write(int b) throws IOException {
            line.write(b);
            if (b == '\n') {
                pass();
            }
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int count) throws IOException {
            for (int i = from; i < from + count; i++) {
                write(bytes[i]);
            }
        }

        /** Passes on what was gathered. A part of a line that has been passed on can no longer be folded. */
        @Override
        public synchronized void flush() throws IOException {
            pass();
        }

        private void pass() throws IOException {
            if (line.size() > 0) {
                erase();
                out.write(FoldedText.of(TerminalText.colored(line.toString(charset)), columns).getBytes(charset));
                line.reset();
            }
            out.flush();
        }

        /** Shows a status line in place of the one before; an empty one removes it. */
        synchronized void status(String text) {
            try {
                erase();
                if (!text.isEmpty()) {
                    out.write(text.substring(0, Math.min(text.length(), columns - 1)).getBytes(charset));
                    statusShown = true;
                }
                out.flush();
            } catch (IOException gone) {
                // a terminal that is gone shows nothing: results are in files, and whoever prints to the terminal learns of the failure
                statusShown = false;
            }
        }

        private void erase() throws IOException {
            if (statusShown) {
                out.write(ERASE_LINE.getBytes(charset));
                statusShown = false;
            }
        }
    }
}
