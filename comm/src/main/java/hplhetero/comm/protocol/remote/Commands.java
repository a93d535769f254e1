package hplhetero.comm.protocol.remote;

/**
 * The numbers of commands. A number holds the kind of the command, and the index of the peer, slot or long message that the command is for.
 */
public final class Commands {
    /** A command whose completion nobody waits for. */
    public static final int UNWATCHED = 0;
    /** A compare-and-swap of a peer's lock. */
    public static final int LOCK = 1;
    /** A fetch-and-add of a peer's shared ring. */
    public static final int TICKET = 2;
    /** A get of how many messages a peer has taken out of its shared ring. */
    public static final int TAKEN = 3;
    /** A put out of a staging slot. */
    public static final int STAGED = 4;
    /** A put of a segment of a long send. */
    public static final int SEGMENT = 5;
    /** A fetch of a segment of a long receive. */
    public static final int FETCHED = 6;

    private static final int KIND_SHIFT = 32;

    private Commands() {
    }

    /**
     * Returns the number of a command, which {@link #kind} and {@link #index} take apart again.
     *
     * @param kind  one of the constants of this class, such as {@link #LOCK}
     * @param index index of what the command is for, &gt;= 0: that of the peer for {@link #LOCK}, {@link #TICKET} and {@link #TAKEN}; that
     *              of the staging slot, a buffer for one message that leaves, for {@link #STAGED}; that of the message for {@link #SEGMENT}
     *              and {@link #FETCHED}
     */
    public static long of(int kind, int index) {
        return (long) kind << KIND_SHIFT | index;
    }

    /**
     * Returns the kind that a command's number holds: one of the constants of this class, such as {@link #LOCK}.
     *
     * @param command number of the command, from {@link #of}
     */
    public static int kind(long command) {
        return (int) (command >>> KIND_SHIFT);
    }

    /**
     * Returns the index of what a command is for, which the command's number holds.
     *
     * @param command number of the command, from {@link #of}
     * @return the index: that of the peer for {@link #LOCK}, {@link #TICKET} and {@link #TAKEN}; that of the staging slot, a buffer for one
     *         message that leaves, for {@link #STAGED}; that of the message for {@link #SEGMENT} and {@link #FETCHED}
     */
    public static int index(long command) {
        return (int) command;
    }
}
