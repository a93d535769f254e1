package hplhetero.run.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;

/**
 * The way to the user's standard error. The launcher puts a filter on descriptor 2, which drops what the JVM says about incubator modules
 * at its start, and hands over the unfiltered descriptor under another number. Messages written there cannot come late, and a progress bar
 * reaches the terminal.
 */
public final class StandardError {
    private static final String DESCRIPTOR = "hpl.stderr";
    /** Whether notes are left out, because the user wants nothing but results and errors. */
    private static volatile boolean quiet;

    private StandardError() {
    }

    /**
     * Makes {@link System#err} write to the unfiltered file descriptor that the launcher has handed over, in place of descriptor 2, which
     * leads through the launcher's filter. Leaves {@link System#err} unchanged where no descriptor was handed over, or the JVM does not let
     * it be used.
     */
    public static void open() {
        Integer number = Integer.getInteger(DESCRIPTOR);
        if (number == null) {
            return;
        }
        try {
            FileDescriptor descriptor = new FileDescriptor();
            Field fd = FileDescriptor.class.getDeclaredField("fd");
            fd.setAccessible(true);
            fd.setInt(descriptor, number);
            System.setErr(new PrintStream(new FileOutputStream(descriptor), true, System.err.charset()));
        } catch (ReflectiveOperationException | RuntimeException closedByTheJvm) {
            // descriptor 2 still leads to standard error, through the filter
            System.getLogger(StandardError.class.getName()).log(System.Logger.Level.DEBUG, "filtered", closedByTheJvm);
        }
    }

    /** Sets whether {@link #note} shows nothing, and nothing but results and errors is to be written, until this is set anew. */
    public static void setQuiet(boolean wanted) {
        quiet = wanted;
    }

    /** Returns whether the user wants nothing but results and errors. */
    public static boolean isQuiet() {
        return quiet;
    }

    /** Shows what a user may want to know, but who wants nothing but results and errors does not. A warning is such a note. */
    public static void note(String message) {
        if (!quiet) {
            say(message);
        }
    }

    /**
     * Shows an error, or what a command has to say at its end. Words of files and arguments in it cannot harm a terminal: see
     * {@link TerminalText}.
     */
    public static void say(String message) {
        System.err.println("hpl: " + TerminalText.message(message));
    }

    /** Returns whether standard error is a terminal, as the launcher saw it. */
    public static boolean isTerminal() {
        return "1".equals(System.getenv("HPL_STDERR_TTY"));
    }
}
