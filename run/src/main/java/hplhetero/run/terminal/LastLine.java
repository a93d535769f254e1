package hplhetero.run.terminal;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * What is said last, on standard error: how the run ended. Whoever ends the process shows it, when all else is said: the entry of the
 * program, or the shutdown of the JVM. Any thread.
 */
public final class LastLine {
    private static final AtomicReference<Supplier<String>> LINE = new AtomicReference<>();

    private LastLine() {
    }

    /** From now on it is this, or none where that is null. */
    public static void set(Supplier<String> line) {
        LINE.set(line);
    }

    /** Shows it, once. */
    public static void show() {
        Supplier<String> line = LINE.getAndSet(null);
        if (line != null) {
            System.err.println(line.get());
            System.err.flush();
        }
    }
}
