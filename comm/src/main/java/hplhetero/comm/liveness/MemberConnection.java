package hplhetero.comm.liveness;

/**
 * Rank 0's view of one connection and, once the other end has joined, of the rank there. Owner: the thread of the {@link HeartbeatServer}.
 */
final class MemberConnection {
    /** The activity of a rank that has not told what it is doing. */
    static final String STARTING = "starting";

    FrameChannel channel;
    /** The rank at the other end; -1: the other end has not shown the token yet. */
    int rank = -1;
    /** The name of the rank's host. */
    String host;
    /** The time at which something was last heard, by {@link System#nanoTime}. */
    long lastHeard;
    /** What the rank was doing when it was last heard of, for people. */
    String activityText = STARTING;
    /** What the rank said that it waits for; null: it has not answered. */
    String answer;
    /** Whether the rank said that it fails or was told to end, so that its silence or death is no news. */
    boolean endAnnounced;
    /** Whether the rank has come to its orderly end, or its connection is lost. */
    boolean gone;

    /** Returns whether silence of the rank would mean that it is lost. */
    boolean isMonitored() {
        return !gone && !endAnnounced;
    }
}
