package hplhetero.comm.liveness;

/** Rank 0's view of one connection and, once it has joined, of the rank at its other end. Owner: the server's loop. */
final class MemberConnection {
    /** Until a rank says what it is at. */
    static final String STARTING = "starting";

    FrameChannel channel;
    /** -1: has not shown the token yet. */
    int rank = -1;
    String host;
    /** When something was heard last. */
    long lastHeard;
    String activityText = STARTING;
    /** What it waits for; null: has not answered. */
    String answer;
    /** Said that it fails or was told to end: what follows is no news. */
    boolean endAnnounced;
    /** Has come to its orderly end. */
    boolean gone;

    /** Whether its silence would mean something. */
    boolean isMonitored() {
        return !gone && !endAnnounced;
    }
}
