package hplhetero.comm;

/** A message could not be exchanged: the transport failed, or another rank has ended the run. */
public final class CommException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean toldByRank0;

    public CommException(String message) {
        this(message, null);
    }

    public CommException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private CommException(String message, Throwable cause, boolean toldByRank0) {
        super(message, cause);
        this.toldByRank0 = toldByRank0;
    }

    /** One that rank 0 knows too and tells people: who gets it here ends without a word. */
    public static CommException toldByRank0(String message) {
        return new CommException(message, null, true);
    }

    /** What ended a rank, for people: of an exception that its run threw. */
    public static String reason(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError && String.valueOf(cause.getMessage()).contains("native thread")) {
                return "the system gives no more threads (" + cause.getMessage()
                        + "): choose fewer with --workers, or raise the limits on processes (ulimit -u, pids.max)";
            }
            if (cause instanceof OutOfMemoryError) {
                return "out of memory (" + cause.getMessage() + "): " + remedy(String.valueOf(cause.getMessage()));
            }
        }
        return thrown instanceof CommException ? thrown.getMessage() : "internal error, please report it: " + thrown;
    }

    private static String remedy(String message) {
        if (message.contains("direct buffer memory")) {
            return "the message buffers of all ranks of this process do not fit: run fewer ranks, or give it more with "
                    + "HPL_JAVA_OPTS=-XX:MaxDirectMemorySize=2g";
        }
        return message.contains("heap") ? "choose a smaller N, or give the JVM more with HPL_JAVA_OPTS=-Xmx2g"
                : "choose a smaller N, run fewer ranks, or raise what limits the process' memory (ulimit -v, the batch system)";
    }

    /** Whether the process of rank 0, which is not this one, prints it, so that this one need not. */
    public boolean isToldByRank0() {
        return toldByRank0;
    }
}
