package hplhetero.run.terminal;

import hplhetero.comm.CommException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Tells what went wrong, on standard error, in one line. The end of a run is told once a process. Any thread may call it. */
public final class ErrorReport {
    /** Whether the end of the run was told. Several threads of a process may notice it. */
    private static final AtomicBoolean ENDED = new AtomicBoolean();
    private static volatile Supplier<String> finished = () -> "";
    private static volatile String told = "";

    private ErrorReport() {
    }

    /** Forgets the messages of the run that was, and what {@link #tellFinished} set, because another run may begin in this process. */
    public static void reset() {
        ENDED.set(false);
        finished = () -> "";
        told = "";
    }

    /**
     * Writes what went wrong to standard error, in one line. Once a {@link CommException} was told, which ends the run, any other one is
     * left out; a problem of another kind is always told.
     *
     * @param problem what went wrong
     */
    public static void tell(Throwable problem) {
        trace(problem);
        if (problem instanceof CommException && ENDED.getAndSet(true)) {
            return;
        }
        told = TerminalText.message(Messages.of(problem));
        boolean ended = Messages.cause(problem) instanceof CommException;
        StandardError.say(told + (ended ? finished.get() : ""));
    }

    /** Returns the last message without its details and its remedy; empty where there was none. */
    public static Optional<String> inShort() {
        return Optional.of(told).filter(text -> !text.isEmpty()).map(text -> text.split(": |; |, | \\(", 2)[0]);
    }

    /**
     * Sets what is told, after the message, when a rank's failure ends the run.
     *
     * @param soFar returns what the run has finished so far
     */
    public static void tellFinished(Supplier<String> soFar) {
        finished = () -> "; " + soFar.get();
    }

    /** Shows the stack of an exception where HPL_DEBUG is set, for somebody who looks for a fault of the program. */
    public static void trace(Throwable problem) {
        if (System.getenv("HPL_DEBUG") != null) {
            problem.printStackTrace();
        }
    }
}
