package hplhetero.comm.protocol.remote;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.liveness.WaitDescription;
import hplhetero.comm.protocol.ProtocolRequest;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.stream.Stream;

/** The long messages that a rank sends, from their announcement to the last segment. Owner: the rank's thread. */
final class LongSends {
    private final Area area;
    private final Translator translator;
    private final int segmentBytes;
    private final ScheduleQueue queue;
    /** Apart from those of receives, and only for sends whose receiver takes out now: none waits for one that waits for it. */
    private final IndexPool words;
    /** By number. */
    private final ArrayList<LongSend> sends = new ArrayList<>();
    private final ArrayDeque<LongSend> spare = new ArrayDeque<>();
    /** Cleared, and no word is free. */
    private final ArrayDeque<LongSend> waiting = new ArrayDeque<>();

    LongSends(Area area, Translator translator, RemoteLimits limits) {
        this.area = area;
        this.translator = translator;
        this.segmentBytes = limits.policy().segmentBytes();
        this.queue = new ScheduleQueue(limits.policy(), area);
        this.words = new IndexPool(limits.words() / 2);
    }

    /** One that is about to be announced. */
    LongSend begin(ProtocolRequest send, Peer peer) {
        if (spare.isEmpty()) {
            sends.add(new LongSend(sends.size()));
            spare.push(sends.getLast());
        }
        LongSend message = spare.pop();
        message.begin(send, peer);
        return message;
    }

    /** Its receiver has told where to put it; {@code base} is where that {@link Frame} begins. */
    void cleared(MemorySegment memory, long base) {
        LongSend message = sends.get((int) Frame.bytes(memory, base));
        message.arrival = memory.get(JAVA_LONG, base + Frame.ARRIVAL);
        message.firstLanding = memory.get(JAVA_LONG, base + Frame.FIRST_LANDING);
        message.secondLanding = memory.get(JAVA_LONG, base + Frame.SECOND_LANDING);
        long keyBytes = memory.get(JAVA_LONG, base + Frame.KEY_BYTES);
        message.key = keyBytes == 0 ? Translator.AREA : translator.attach(message.peer.rank(), memory, base + Frame.KEY, keyBytes);
        if (message.key != Translator.AREA || message.left() <= 2L * segmentBytes) {
            queue.add(message);
        } else {
            waiting.add(message);
            countNext();
        }
    }

    /** Its receiver has fetched it all. */
    void fetched(int number) {
        LongSend message = sends.get(number);
        translator.deregister(message.registration);
        finish(message);
    }

    private void finish(LongSend message) {
        ProtocolRequest request = message.request;
        message.request = null;
        spare.push(message);
        request.finishSend();
    }

    /** Tells a receiver where to count what it takes out of the landing slots, before the first segment. */
    private void countNext() {
        if (!waiting.isEmpty() && words.available() > 0) {
            LongSend message = waiting.poll();
            message.creditWord = words.take();
            long offset = area.notice(message.creditWord);
            area.setWord(offset, 0);
            translator.put(message.peer.rank(), Translator.AREA, 0, message.request.buffer(), 0, 0, message.arrival + Area.CREDIT_PLACE,
                    offset, Commands.UNWATCHED);
            queue.add(message);
        }
    }

    /** Puts one segment, if one may go: what comes meanwhile is seen between two. @return whether it did */
    boolean putSegment() {
        LongSend message = queue.next();
        if (message == null) {
            return false;
        }
        long from = message.sent;
        long bytes = Math.min(segmentBytes, message.left());
        boolean lands = message.key == Translator.AREA;
        long target = !lands ? from : message.segments % 2 == 0 ? message.firstLanding : message.secondLanding;
        message.sent += bytes;
        message.segments++;
        message.segmentsInFlight++;
        message.peer.segmentsInFlight++;
        queue.served(message);
        if (translator.put(message.peer.rank(), message.key, target, message.request.buffer(), from, bytes, message.arrival,
                message.sent, Commands.of(Commands.SEGMENT, message.number()))) {
            segmentDone(message.number());
        }
        return true;
    }

    /** A segment of that send was put. */
    void segmentDone(int number) {
        LongSend message = sends.get(number);
        message.segmentsInFlight--;
        message.peer.segmentsInFlight--;
        if (message.isDone()) {
            queue.remove(message);
            if (message.creditWord != IndexPool.NONE) {
                words.give(message.creditWord);
                countNext();
            }
            if (message.key != Translator.AREA) {
                translator.detach(message.peer.rank(), message.key);
            }
            finish(message);
        }
    }

    /** For people. */
    Stream<String> waits() {
        return sends.stream().filter(message -> message.request != null)
                .map(message -> WaitDescription.send(message.request.bytes(), message.peer.rank(), message.request.tag()));
    }
}
