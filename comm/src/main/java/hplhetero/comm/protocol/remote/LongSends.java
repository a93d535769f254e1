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
    /** Apart from those of receives, or ranks whose sends have taken all could receive nothing, and wait for each other. */
    private final IndexPool words;
    /** By number. */
    private final ArrayList<LongSend> sends = new ArrayList<>();
    private final ArrayDeque<LongSend> spare = new ArrayDeque<>();

    LongSends(Area area, Translator translator, RemoteLimits limits) {
        this.area = area;
        this.translator = translator;
        this.segmentBytes = limits.policy().segmentBytes();
        this.queue = new ScheduleQueue(limits.policy(), area);
        this.words = new IndexPool(limits.words() / 2);
    }

    /** Whether one more can be announced. */
    boolean isRoom() {
        return words.available() > 0;
    }

    /** One that is about to be announced. */
    LongSend begin(ProtocolRequest send, Peer peer) {
        if (spare.isEmpty()) {
            sends.add(new LongSend(sends.size()));
            spare.push(sends.getLast());
        }
        LongSend message = spare.pop();
        message.begin(send, peer, words.take());
        area.setWord(area.notice(message.creditWord), 0);
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
        queue.add(message);
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
            words.give(message.creditWord);
            if (message.key != Translator.AREA) {
                translator.detach(message.peer.rank(), message.key);
            }
            ProtocolRequest request = message.request;
            message.request = null;
            spare.push(message);
            request.finishSend();
        }
    }

    /** For people. */
    Stream<String> waits() {
        return sends.stream().filter(message -> message.request != null)
                .map(message -> WaitDescription.send(message.request.bytes(), message.peer.rank(), message.request.tag()));
    }
}
