package hplhetero.run.terminal;

import hplhetero.results.format.UnwritableException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;

/**
 * The user's terminal, as the launcher saw it and, with {@code --hosts}, passed it on, because a rank's own output is a pipe. Where there
 * is a terminal, standard output and standard error become a {@link Screen} each.
 */
public final class Terminal {
    /** Name of the property by which tests set the number of columns, in place of the environment. */
    private static final String COLUMNS_PROPERTY = "hpl.columns";
    private static final String STANDARD_OUTPUT = "standard output";
    /** The output behind standard output; null on a terminal. */
    private static volatile RescuedOutput rescued;

    private Terminal() {
    }

    /** Returns whether standard output is a terminal. */
    public static boolean isStandardOutput() {
        return "1".equals(System.getenv("HPL_STDOUT_TTY"));
    }

    /** Returns the number of characters of a line; empty where it is not known. */
    public static Optional<Integer> columns() {
        return testColumns().or(() -> number(System.getenv("COLUMNS"))).or(() -> number(System.getenv("HPL_COLUMNS")));
    }

    /** Returns the number of columns that a test has set; it holds without a terminal too. */
    static Optional<Integer> testColumns() {
        return number(System.getProperty(COLUMNS_PROPERTY));
    }

    private static Optional<Integer> number(String text) {
        return text != null && text.matches("[1-9][0-9]{0,4}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }

    /** Makes everything that is printed from now on fit the terminal. Called once, at the start. */
    public static void open() {
        Display display = Display.USUAL;
        if (!display.err().endless()) {
            System.setErr(new Screen(System.err, display.err().columns(), System.err.charset()));
        }
        if (!display.out().endless()) {
            OutputStream out = clearingStatus(new FileOutputStream(FileDescriptor.out));
            System.setOut(new Screen(out, display.out().columns(), System.out.charset()));
        } else {
            rescued = new RescuedOutput(new FileOutputStream(FileDescriptor.out), STANDARD_OUTPUT, true);
            System.setOut(new PrintStream(new BufferedOutputStream(rescued), false, System.out.charset()));
        }
    }

    /**
     * Checks that everything printed to standard output could be written.
     *
     * @throws UnwritableException when something could not be written
     */
    public static void checkOut() throws UnwritableException {
        boolean failed = System.out.checkError();
        if (rescued != null) {
            rescued.check();
        } else if (failed) {
            throw new UnwritableException(STANDARD_OUTPUT, new IOException("the system reports an error"));
        }
    }

    /** Returns a stream to standard output whose text replaces the progress that standard error shows. */
    static OutputStream clearingStatus(OutputStream out) {
        return System.err instanceof Screen screen ? screen.clearingStatus(out) : out;
    }

    /** Shows a status line, which the next line of any kind replaces; an empty one removes it. */
    public static void status(PrintStream err, String line) {
        if (err instanceof Screen screen) {
            screen.status(line);
        } else {
            err.print(Screen.ERASE_LINE + line);
            err.flush();
        }
    }
}
