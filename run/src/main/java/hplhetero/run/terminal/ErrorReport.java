package hplhetero.run.terminal;

import hplhetero.comm.CommException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Tells what went wrong, on standard error, in one line; the end of a run once a process. Any thread. */
public final class ErrorReport {
    /** A run ends once; several threads of a process may find out. */
    private static final AtomicBoolean ENDED = new AtomicBoolean();
    private static volatile Supplier<String> finished = () -> "";
    private static volatile String told = "";

    private ErrorReport() {
    }

    /** Another run may begin in this process. */
    public static void reset() {
        ENDED.set(false);
        finished = () -> "";
        told = "";
    }

    /** Shows what went wrong, in one line. */
    public static void tell(Throwable problem) {
        trace(problem);
        if (problem instanceof CommException && ENDED.getAndSet(true)) {
            return;
        }
        told = TerminalText.message(Messages.of(problem));
        boolean ended = Messages.cause(problem) instanceof CommException;
        StandardError.say(told + (ended ? finished.get() : ""));
    }

    /** What was told last, without its details and its remedy; empty where nothing was. */
    public static Optional<String> inShort() {
        return Optional.of(told).filter(text -> !text.isEmpty()).map(text -> text.split(": |; |, | \\(", 2)[0]);
    }

    /** From now on it is told, where a rank's end ends the run, what {@code soFar} says. */
    public static void tellFinished(Supplier<String> soFar) {
        finished = () -> "; " + soFar.get();
    }

    /** Shows the stack too, where somebody looks for a fault of the program. */
    public static void trace(Throwable problem) {
        if (System.getenv("HPL_DEBUG") != null) {
            problem.printStackTrace();
        }
    }
}
