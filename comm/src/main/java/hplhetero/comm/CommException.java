package hplhetero.comm;

/** A message could not be exchanged: the transport failed, or another rank has ended the run. */
public final class CommException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int MEBI = 20;
    private static final int GIBI = 30;

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

    /** The remedy for the memory that was short: which one that was, the JVM and those who allocate say in words of their own. */
    private static String remedy(String message) {
        if (message.contains("direct buffer memory")) {
            return "the message buffers and the work space of all ranks of this process do not fit: run fewer ranks, or give it more with "
                    + "HPL_JAVA_OPTS=-XX:MaxDirectMemorySize=" + twice() + "g";
        }
        if (message.contains("heap") || message.contains("GC overhead")) {
            return "the JVM's heap of " + (Runtime.getRuntime().maxMemory() >> MEBI) + " MiB is full: give it more with HPL_JAVA_OPTS=-Xmx"
                    + twice() + "g, or run fewer ranks";
        }
        if (message.contains("array size")) {
            return "something that was asked for is larger than Java can hold: choose smaller numbers";
        }
        if (message.contains("Metaspace") || message.contains("class space")) {
            return "the JVM has no room for its code: drop -XX:MaxMetaspaceSize and the like from HPL_JAVA_OPTS";
        }
        if (message.contains("mmap refused")) {
            return "choose a smaller N, run fewer ranks, or raise what limits the process' memory (ulimit -v, the batch system)";
        }
        if (message.endsWith(" bytes left")) {
            return "the device is full: choose a smaller N, let the ranks take less of it with --device-memory, or let fewer share it";
        }
        return "the system gives the process no more: run fewer ranks, or raise what limits it (ulimit -v, the batch system)";
    }

    /** Twice the heap there is, in GiB, and at least 2: direct memory has the heap's limit where it has none of its own. */
    private static long twice() {
        return Math.max(2, Math.ceilDiv(2 * Runtime.getRuntime().maxMemory(), 1L << GIBI));
    }

    /** Whether the process of rank 0, which is not this one, prints it, so that this one need not. */
    public boolean isToldByRank0() {
        return toldByRank0;
    }
}
