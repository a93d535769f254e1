package hplhetero.comm.protocol.remote;

import hplhetero.comm.liveness.WaitDescription;
import java.util.ArrayList;
import java.util.stream.Stream;

/**
 * The long messages that a rank fetches out of their senders' memory, a segment at a time, by turns: what comes meanwhile is seen between
 * two. Owner: the rank's thread.
 */
final class LongFetches {
    private final Translator translator;
    private final int segmentBytes;
    private final ArrayList<LongReceive> messages = new ArrayList<>();
    private int next;

    LongFetches(Translator translator, int segmentBytes) {
        this.translator = translator;
        this.segmentBytes = segmentBytes;
    }

    /** One that has found its receive. */
    void add(LongReceive message) {
        messages.add(message);
    }

    /**
     * Asks for one segment, if one is left.
     *
     * @return the message of which a segment came at once; null: none did
     */
    LongReceive fetchSegment() {
        for (int tried = 0; tried < messages.size(); tried++) {
            next = next + 1 < messages.size() ? next + 1 : 0;
            LongReceive message = messages.get(next);
            if (!message.underWay) {
                message.underWay = true;
                return translator.fetch(message.source, message.key, message.came, message.receive.buffer(), message.came, segment(message),
                        Commands.of(Commands.FETCHED, message.number())) ? message : null;
            }
        }
        return null;
    }

    private long segment(LongReceive message) {
        return Math.min(segmentBytes, message.bytes - message.came);
    }

    /** A segment is there. @return whether it was the last */
    boolean came(LongReceive message) {
        message.underWay = false;
        message.came += segment(message);
        if (message.came < message.bytes) {
            return false;
        }
        messages.remove(message);
        translator.detach(message.source, message.key);
        return true;
    }

    /** For people. */
    Stream<String> waits() {
        return messages.stream().map(message -> WaitDescription.receive(message.bytes, message.source, message.receive.tag()));
    }
}
