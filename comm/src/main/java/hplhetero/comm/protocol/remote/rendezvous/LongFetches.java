package hplhetero.comm.protocol.remote.rendezvous;

import hplhetero.comm.protocol.remote.Commands;
import hplhetero.comm.protocol.remote.Translator;
import java.util.ArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The long messages that a rank fetches out of their senders' memory, a segment at a time, by turns. Between two segments the rank sees
 * what else has come. Owner: the rank's thread.
 */
final class LongFetches {
    private final Translator translator;
    private final int segmentBytes;
    /** The listener for messages that were fetched, whose senders must be told. */
    private final Consumer<LongReceive> tell;
    /** The messages that were not fetched completely. */
    private final ArrayList<LongReceive> messages = new ArrayList<>();
    /** The place in {@link #messages} of the message that was asked for last. */
    private int next;

    /**
     * Makes a list of fetches without any message.
     *
     * @param tell is given each message that was fetched
     */
    LongFetches(Translator translator, int segmentBytes, Consumer<LongReceive> tell) {
        this.translator = translator;
        this.segmentBytes = segmentBytes;
        this.tell = tell;
    }

    /** Takes a message whose receive is known, and whose segments are to be fetched. */
    void add(LongReceive message) {
        messages.add(message);
    }

    /**
     * Begins to fetch the next segment of one message, by turns; messages of which a segment is under way are left out.
     *
     * @return whether the segment came at once
     */
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

    /** Returns the bytes of the message's next segment. */
    private long segment(LongReceive message) {
        return Math.min(segmentBytes, message.bytes - message.came);
    }

    /**
     * Notes that a segment of a message has come. After the last one the message is done only when its sender has been told, because a rank
     * that has received its last message may end.
     */
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
