package hplhetero.run.terminal;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The line printed last, on standard error: how the run ended. Whoever ends the process shows it after everything else: the program's entry
 * point, or the JVM's shutdown. Any thread may use it.
 */
public final class LastLine {
    private static final AtomicReference<Supplier<String>> LINE = new AtomicReference<>();

    private LastLine() {
    }

    /**
     * Sets the line that {@link #show} is to print on standard error, in place of any set before.
     *
     * @param line gives the line when it is printed; {@code null} where nothing is to be printed
     */
    public static void set(Supplier<String> line) {
        LINE.set(line);
    }

    /** Prints the line that was set last on standard error. Does nothing where none is set, or where it was printed already. */
    public static void show() {
        Supplier<String> line = LINE.getAndSet(null);
        if (line != null) {
            System.err.println(line.get());
            System.err.flush();
        }
    }
}
