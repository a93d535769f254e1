package hplhetero.comm.liveness;

import java.time.Duration;
import java.util.List;

/** Why the run ended. */
record AbortCause(Kind kind, String text, Throwable cause) {

    /** In this order the one explains the others: a death makes ranks fail, and launchers end the rest by signals. */
    enum Kind { DIED, STALLED, FAILED, ENDING }

    /** @param lastActivity what the rank was at when it was heard of last */
    static AbortCause died(int rank, String host, String lastActivity) {
        return new AbortCause(Kind.DIED, who(rank, host) + " ended without a word (killed, out of memory, or its host went down), when it"
                + " was last heard of: " + lastActivity, null);
    }

    /** @param lastActivity what the rank was at when it was heard of last */
    static AbortCause silent(int rank, String host, String lastActivity, Duration silence) {
        return new AbortCause(Kind.DIED, who(rank, host) + " was not heard of for " + seconds(silence)
                + " (its host or the network went down, or its process was stopped), when it was last heard of: " + lastActivity, null);
    }

    static AbortCause failed(int rank, String host, String reason, Throwable cause) {
        return new AbortCause(Kind.FAILED, who(rank, host) + " ended the run: " + reason, cause);
    }

    static AbortCause ending(int rank, String host, String reason) {
        return new AbortCause(Kind.ENDING, who(rank, host) + " was told to end: " + reason, null);
    }

    static AbortCause stalled(String report) {
        return new AbortCause(Kind.STALLED, report, null);
    }

    /** Returns this cause, with the names of ranks that died a moment after the first one. @param deaths all of them, in order */
    AbortCause with(List<String> deaths) {
        return kind != Kind.DIED || deaths.size() < 2 ? this
                : new AbortCause(kind, text + "; a moment later also " + String.join(", ", deaths.subList(1, deaths.size())), cause);
    }

    Frame frame() {
        return new Frame(Frame.Kind.END, kind.ordinal(), text);
    }

    static AbortCause of(Frame end) {
        return new AbortCause(Kind.values()[(int) end.number()], end.text(), null);
    }

    private static String who(int rank, String host) {
        return "rank " + rank + " on " + host;
    }

    static String seconds(Duration duration) {
        double seconds = duration.toMillis() / 1e3;
        return (seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds)) + " s";
    }
}
