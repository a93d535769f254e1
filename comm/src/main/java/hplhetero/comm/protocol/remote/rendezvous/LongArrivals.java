package hplhetero.comm.protocol.remote.rendezvous;

import hplhetero.comm.protocol.remote.Area;
import hplhetero.comm.protocol.remote.IndexPool;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.Translator;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The long messages to this rank that their senders put: straight into the receive's buffer, or into two landing slots by turns. Messages
 * are cleared in order as notices and landing slots become free, and are done when the last byte is there. Owner: the rank's thread.
 */
final class LongArrivals {
    private final Area area;
    private final Translator translator;
    private final LongReceivePool pool;
    /** The listener for messages that were cleared, whose senders must be told. */
    private final Consumer<LongReceive> tell;
    private final int segmentBytes;
    /** The index of the first notice of receives; the notices before it belong to sends. */
    private final int firstWord;
    /** The free notices of receives, as indices from {@link #firstWord} on. */
    private final IndexPool words;
    private final IndexPool landingSlots;
    /** The messages that wait for a notice or for landing slots, in order. */
    private final ArrayDeque<LongReceive> toClear = new ArrayDeque<>();
    /** The messages that were cleared and have not come completely. */
    private final ArrayList<LongReceive> cleared = new ArrayList<>();

    /**
     * Makes a list of arrivals without any message.
     *
     * @param tell is given each message whose sender is now to be told where to put the segments
     */
    LongArrivals(Area area, Translator translator, RemoteLimits limits, LongReceivePool pool, Consumer<LongReceive> tell) {
        this.area = area;
        this.translator = translator;
        this.pool = pool;
        this.tell = tell;
        this.segmentBytes = limits.policy().segmentBytes();
        this.firstWord = limits.words() / 2;
        this.words = new IndexPool(limits.words() / 2);
        this.landingSlots = new IndexPool(limits.landingSlots());
    }

    /**
     * Takes a message that has found its receive. Clears the first message that waits, if a notice and landing slots are free: its sender
     * is to be told where to put the segments.
     */
    void add(LongReceive message) {
        toClear.add(message);
        clearNext();
    }

    /**
     * Clears the next message that waits, that is, has its sender told where to put the segments. Then takes in the segments that have come
     * of all messages.
     *
     * @return whether anything moved
     */
    boolean poll() {
        boolean moved = !toClear.isEmpty() && clearNext();
        for (int i = cleared.size() - 1; i >= 0; i--) {
            moved |= advance(cleared.get(i), i);
        }
        return moved;
    }

    /**
     * Clears the first message that waits, so that messages are cleared in order.
     *
     * @return false when no notice or no landing slots are free
     */
    private boolean clearNext() {
        LongReceive message = toClear.peek();
        if (words.available() == 0) {
            return false;
        }
        message.registration = translator.register(message.source, message.receive.buffer());
        if (message.lands()) {
            if (landingSlots.available() < 2) {
                return false;
            }
            message.firstLanding = landingSlots.take();
            message.secondLanding = landingSlots.take();
        }
        message.arrivalWord = firstWord + words.take();
        area.setWord(area.notice(message.arrivalWord), 0);
        area.setWord(area.notice(message.arrivalWord) + Area.CREDIT_PLACE, 0);
        toClear.poll();
        cleared.add(message);
        tell.accept(message);
        return true;
    }

    /**
     * Takes what has come of a message since the last call, and completes the message when its last byte is there. A message of more than
     * two segments by landing slots waits until its sender has told where to count segments.
     *
     * @param index the place of the message in {@link #cleared}
     * @return whether anything has come
     */
    private boolean advance(LongReceive message, int index) {
        long there = area.word(area.notice(message.arrivalWord));
        if (there == message.came) {
            return false;
        }
        if (message.lands()) {
            boolean counted = message.bytes > 2L * segmentBytes;
            long credit = counted ? area.word(area.notice(message.arrivalWord) + Area.CREDIT_PLACE) : 0;
            if (counted && credit == 0) {
                return false;
            }
            takeOut(message, there, credit);
        }
        message.came = there;
        if (there == message.bytes) {
            cleared.remove(index);
            words.give(message.arrivalWord - firstWord);
            if (message.lands()) {
                landingSlots.give(message.firstLanding);
                landingSlots.give(message.secondLanding);
            } else {
                translator.deregister(message.registration);
            }
            pool.finish(message, message.receive);
        }
        return true;
    }

    /**
     * Copies segments out of the landing slots, and counts them for the sender.
     *
     * @param there  the number of bytes of the message that have come
     * @param credit the offset of the sender's word that counts segments; 0 for a message that needs no count
     */
    private void takeOut(LongReceive message, long there, long credit) {
        for (long from = message.came; from < there;) {
            long bytes = Math.min(segmentBytes, there - from);
            int slot = message.segments % 2 == 0 ? message.firstLanding : message.secondLanding;
            MemorySegment.copy(area.memory(), area.landing(slot), message.receive.buffer(), from, bytes);
            from += bytes;
            message.segments++;
            if ((message.segments + 1L) * segmentBytes < message.bytes) {
                translator.putWord(message.source, credit, message.segments);
            }
        }
    }

    /** Describes the messages that were cleared, for people. */
    Stream<String> waits() {
        return cleared.stream().map(LongReceive::waits);
    }
}
