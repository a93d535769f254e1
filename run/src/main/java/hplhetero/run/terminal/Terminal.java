package hplhetero.run.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;

/**
 * The user's terminal, as the launcher saw it and, with {@code --hosts}, handed it on: a rank's own output is a pipe. Where there is one,
 * standard output and standard error become a {@link Screen} each.
 */
public final class Terminal {
    /** For tests, in place of the environment's. */
    private static final String COLUMNS_PROPERTY = "hpl.columns";

    private Terminal() {
    }

    /** Whether standard output is one. */
    public static boolean isStandardOutput() {
        return "1".equals(System.getenv("HPL_STDOUT_TTY"));
    }

    /** Characters of a line; empty where nobody knows. */
    public static Optional<Integer> columns() {
        return askedColumns().or(() -> number(System.getenv("HPL_COLUMNS")));
    }

    /** The same where the user has set them; then they hold for files too. */
    public static Optional<Integer> askedColumns() {
        return number(System.getProperty(COLUMNS_PROPERTY)).or(() -> number(System.getenv("COLUMNS")));
    }

    private static Optional<Integer> number(String text) {
        return text != null && text.matches("[1-9][0-9]{0,4}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }

    /** Has everything that is printed from now on fit the terminal; called once, at the start. */
    public static void open() {
        Display display = Display.USUAL;
        if (!display.err().endless()) {
            System.setErr(new Screen(System.err, display.err().columns(), System.err.charset()));
        }
        if (!display.out().endless()) {
            OutputStream out = beside(new FileOutputStream(FileDescriptor.out));
            System.setOut(new Screen(out, display.out().columns(), System.out.charset()));
        }
    }

    /** What is written there comes in place of what standard error shows of the progress. */
    static OutputStream beside(OutputStream out) {
        return System.err instanceof Screen screen ? screen.beside(out) : out;
    }

    /** Shows a line that the next one of any kind takes the place of; an empty one takes it away. */
    public static void status(PrintStream err, String line) {
        if (err instanceof Screen screen) {
            screen.status(line);
        } else {
            err.print(Screen.ERASE_LINE + line);
            err.flush();
        }
    }
}
