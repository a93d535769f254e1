package hplhetero.run.terminal;

import hplhetero.blas.KernelException;
import hplhetero.comm.CommException;
import hplhetero.input.text.InputException;
import hplhetero.results.format.UnwritableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Turns what went wrong into one line for people. */
public final class Messages {
    private Messages() {
    }

    /**
     * Returns the exception whose message the user should see. Where a rank's failure was passed on as a {@link CommException}, this is
     * what the rank threw, if its message says everything for the user. In all other cases it is {@code problem} itself.
     */
    public static Throwable cause(Throwable problem) {
        Throwable cause = problem;
        while (cause instanceof CommException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return switch (cause) {
            case InputException e -> e;
            case KernelException e -> e;
            case UncheckedIOException e -> e;
            default -> problem;
        };
    }

    /** Returns what went wrong in one line for people, with the remedy where the exception has one. */
    public static String of(Throwable whole) {
        Throwable problem = cause(whole);
        return switch (problem) {
            case InputException e -> e.getMessage() + e.unknownWord().map(Nearest::hint).orElse("");
            case KernelException e -> e.getMessage();
            case CommException e -> e.getMessage();
            case UncheckedIOException e -> file(e.getCause());
            case IOException e -> file(e);
            case OutOfMemoryError e -> CommException.reason(e);
            default -> "internal error, please report it: " + problem + " (HPL_DEBUG=1 shows where)";
        };
    }

    private static String file(IOException problem) {
        return switch (problem) {
            case NoSuchFileException e -> e.getFile() + ": no such file or folder";
            case AccessDeniedException e -> e.getFile() + ": permission denied";
            case UnwritableException e -> e.getMessage();
            default -> "input or output failed: " + problem.getMessage();
        };
    }
}
