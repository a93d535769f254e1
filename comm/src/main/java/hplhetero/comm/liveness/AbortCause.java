package hplhetero.comm.liveness;

import java.time.Duration;
import java.util.List;

/**
 * The cause of a run's end.
 *
 * @param kind  what kind of event ended the run
 * @param text  what happened, for people
 * @param cause the error behind it, or null
 */
record AbortCause(Kind kind, String text, Throwable cause) {

    /**
     * The kinds of causes. An earlier kind explains the later ones: a death makes other ranks fail, and launchers end the remaining
     * processes by signals.
     */
    enum Kind { DIED, STALLED, FAILED, ENDING }

    /**
     * Returns the cause "the rank's connection closed without a goodbye".
     *
     * @param lastActivity what the rank was doing when it was last heard of
     */
    static AbortCause died(int rank, String host, String lastActivity) {
        return new AbortCause(Kind.DIED, who(rank, host) + " ended without a word (killed, out of memory, or its host went down); its last "
                + "known activity: " + lastActivity, null);
    }

    /**
     * Returns the cause "nothing was heard of the rank for so long".
     *
     * @param lastActivity what the rank was doing when it was last heard of
     */
    static AbortCause silent(int rank, String host, String lastActivity, Duration silence) {
        return new AbortCause(Kind.DIED, who(rank, host) + " was not heard of for " + seconds(silence)
                + " (its host or the network went down, or its process was stopped); its last known activity: " + lastActivity, null);
    }

    /** Returns the cause "the rank ended the run by an exception or an abort". */
    static AbortCause failed(int rank, String host, String reason, Throwable cause) {
        return new AbortCause(Kind.FAILED, who(rank, host) + " ended the run: " + reason, cause);
    }

    /** Returns the cause "the rank's process was told to end". */
    static AbortCause ending(int rank, String host, String reason) {
        return new AbortCause(Kind.ENDING, who(rank, host) + " was told to end: " + reason, null);
    }

    /** Returns the cause "no rank advances", with the report that tells who waits for whom. */
    static AbortCause stalled(String report) {
        return new AbortCause(Kind.STALLED, report, null);
    }

    /**
     * Returns this cause, with the names of the ranks that died a moment after the first one.
     *
     * @param deaths all ranks that died, in order
     */
    AbortCause with(List<String> deaths) {
        return kind != Kind.DIED || deaths.size() < 2 ? this
                : new AbortCause(kind, text + "; a moment later also " + String.join(", ", deaths.subList(1, deaths.size())), cause);
    }

    /** Returns the frame by which rank 0 tells this cause. */
    Frame frame() {
        return new Frame(Frame.Kind.END, kind.ordinal(), text);
    }

    /** Returns the cause that a frame of rank 0 tells. */
    static AbortCause of(Frame end) {
        return new AbortCause(Kind.values()[(int) end.number()], end.text(), null);
    }

    private static String who(int rank, String host) {
        return "rank " + rank + " on " + host;
    }

    /** Returns a duration in words: {@code 4 s} or {@code 0.5 s}. */
    static String seconds(Duration duration) {
        double seconds = duration.toMillis() / 1e3;
        return (seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds)) + " s";
    }
}
