package hplhetero.comm.protocol.remote;

/** The numbers of commands: what a completion is of, and of which peer, slot or send. */
final class Commands {
    /** Nobody waits for it. */
    static final int UNWATCHED = 0;
    /** A compare-and-swap of a peer's lock. */
    static final int LOCK = 1;
    /** A fetch-and-add of a peer's shared ring. */
    static final int TICKET = 2;
    /** A get of how many messages a peer has taken out of its shared ring. */
    static final int TAKEN = 3;
    /** A put out of a staging slot. */
    static final int STAGED = 4;
    /** A put of a segment of a long send. */
    static final int SEGMENT = 5;

    /** A fetch of a segment of a long receive. */
    static final int FETCHED = 6;

    private static final int KIND_SHIFT = 32;

    private Commands() {
    }

    static long of(int kind, int index) {
        return (long) kind << KIND_SHIFT | index;
    }

    static int kind(long command) {
        return (int) (command >>> KIND_SHIFT);
    }

    static int index(long command) {
        return (int) command;
    }
}
