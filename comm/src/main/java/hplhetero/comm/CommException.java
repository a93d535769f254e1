package hplhetero.comm;

/** Thrown when a message cannot be exchanged: the transport failed, or another rank has ended the run. */
public final class CommException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The binary logarithm of a MiB in bytes. */
    private static final int MEBI = 20;
    /** The binary logarithm of a GiB in bytes. */
    private static final int GIBI = 30;

    /** Whether the process of rank 0, another one than this, prints the message. */
    private final boolean toldByRank0;

    /** Makes an exception without a cause, which this process prints itself. */
    public CommException(String message) {
        this(message, null);
    }

    /** Makes an exception with the error that led to it, which this process prints itself. */
    public CommException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private CommException(String message, Throwable cause, boolean toldByRank0) {
        super(message, cause);
        this.toldByRank0 = toldByRank0;
    }

    /**
     * Makes an exception whose message rank 0 knows too and prints for people. Another rank that gets this exception ends without printing
     * anything.
     */
    public static CommException toldByRank0(String message) {
        return new CommException(message, null, true);
    }

    /**
     * Returns, for people, why a rank has ended: the message for an exception that its run threw, with a remedy where memory or threads ran
     * out.
     */
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

    /**
     * Returns the remedy for an {@link OutOfMemoryError}. Its message tells which memory was short, in the words of the JVM or of the code
     * that allocates.
     */
    private static String remedy(String message) {
        if (message.contains("direct buffer memory")) {
            return "the message buffers and the work space of all ranks of this process do not fit: run fewer ranks, or allow more with "
                    + "HPL_JAVA_OPTS=-XX:MaxDirectMemorySize=" + twice() + "g";
        }
        if (message.contains("heap") || message.contains("GC overhead")) {
            return "the JVM's heap of " + (Runtime.getRuntime().maxMemory() >> MEBI) + " MiB is full: enlarge it with HPL_JAVA_OPTS=-Xmx"
                    + twice() + "g, or run fewer ranks";
        }
        if (message.contains("array size")) {
            return "one array would be larger than Java allows: choose smaller numbers";
        }
        if (message.contains("Metaspace") || message.contains("class space")) {
            return "the JVM has no room for its code: drop -XX:MaxMetaspaceSize and the like from HPL_JAVA_OPTS";
        }
        if (message.contains("mmap refused")) {
            return "choose a smaller N, run fewer ranks, or raise the memory limit of the process (ulimit -v, the batch system)";
        }
        if (message.endsWith(" bytes left")) {
            return "the device is full: choose a smaller N, give each rank less of it with --device-memory, or let fewer ranks share it";
        }
        return "the system gives the process no more memory: run fewer ranks, or raise its memory limit (ulimit -v, the batch system)";
    }

    /** Returns twice the JVM's largest heap, in GiB, and at least 2. Direct memory has the heap's limit where it has none of its own. */
    private static long twice() {
        return Math.max(2, Math.ceilDiv(2 * Runtime.getRuntime().maxMemory(), 1L << GIBI));
    }

    /** Returns whether the process of rank 0, which is not this one, prints the message, so that this process need not. */
    public boolean isToldByRank0() {
        return toldByRank0;
    }
}
