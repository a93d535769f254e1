package hplhetero.comm.protocol.remote.rendezvous;

import hplhetero.comm.protocol.remote.Commands;
import hplhetero.comm.protocol.remote.Translator;
import java.util.ArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The long messages that a rank fetches out of their senders' memory, a segment at a time, by turns: what comes meanwhile is seen between
 * two. Owner: the rank's thread.
 */
final class LongFetches {
    private final Translator translator;
    private final int segmentBytes;
    private final Consumer<LongReceive> tell;
    private final ArrayList<LongReceive> messages = new ArrayList<>();
    private int next;

    /** @param tell is given each message that was fetched */
    LongFetches(Translator translator, int segmentBytes, Consumer<LongReceive> tell) {
        this.translator = translator;
        this.segmentBytes = segmentBytes;
        this.tell = tell;
    }

    /** Takes a message that has found its receive. */
    void add(LongReceive message) {
        messages.add(message);
    }

    /** Asks for one segment, if one is left. @return whether it came at once */
    boolean fetchSegment() {
        for (int tried = 0; tried < messages.size(); tried++) {
            next = next + 1 < messages.size() ? next + 1 : 0;
            LongReceive message = messages.get(next);
            if (!message.underWay) {
                message.underWay = true;
                boolean came = translator.fetch(message.source, message.key, message.came, message.receive.buffer(), message.came,
                        segment(message), Commands.of(Commands.FETCHED, message.number()));
                if (came) {
                    segmentCame(message);
                }
                return came;
            }
        }
        return false;
    }

    private long segment(LongReceive message) {
        return Math.min(segmentBytes, message.bytes - message.came);
    }

    /** Counts a segment that is there; the message is done when its sender has been told: a rank that has received may end. */
    void segmentCame(LongReceive message) {
        message.underWay = false;
        message.came += segment(message);
        if (message.came == message.bytes) {
            messages.remove(message);
            translator.detach(message.source, message.key);
            tell.accept(message);
        }
    }

    /** Describes the messages that are being fetched, for people. */
    Stream<String> waits() {
        return messages.stream().map(LongReceive::waits);
    }
}
