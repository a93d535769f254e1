package hplhetero.comm.protocol.remote.rendezvous;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.liveness.WaitDescription;
import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.remote.Area;
import hplhetero.comm.protocol.remote.Commands;
import hplhetero.comm.protocol.remote.Frame;
import hplhetero.comm.protocol.remote.IndexPool;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.Translator;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.stream.Stream;

/** The long messages that a rank sends, from their announcement to the last segment. Owner: the rank's thread. */
public final class LongSends {
    private final int rank;
    private final Area area;
    private final Translator translator;
    private final int segmentBytes;
    /** The sends that may put segments. */
    private final ScheduleQueue queue;
    /**
     * The free notices in which receivers count what they take out of landing slots. They are not those of receives, and are lent only to
     * sends that were cleared, so that no two ranks wait for each other.
     */
    private final IndexPool words;
    /** All sends, indexed by their number. */
    private final ArrayList<LongSend> sends = new ArrayList<>();
    /** The objects that stand for no send at present. */
    private final ArrayDeque<LongSend> spare = new ArrayDeque<>();
    /** The sends that were cleared and wait for a notice, in order. */
    private final ArrayDeque<LongSend> waiting = new ArrayDeque<>();

    /** Makes a list of sends without any message. */
    public LongSends(int rank, int size, Area area, Translator translator, RemoteLimits limits) {
        this.rank = rank;
        this.area = area;
        this.translator = translator;
        this.segmentBytes = limits.policy().segmentBytes();
        this.queue = new ScheduleQueue(limits.policy(), area, size);
        this.words = new IndexPool(limits.words() / 2);
    }

    /**
     * Begins a send of a long message, and writes the frame that announces the message to its receiver.
     *
     * @param send   the send
     * @param memory memory for the {@link Frame}
     * @param base   the byte of {@code memory} at which the frame begins
     * @return the bytes of the frame
     */
    public long announce(ProtocolRequest send, MemorySegment memory, long base) {
        if (spare.isEmpty()) {
            sends.add(new LongSend(sends.size()));
            spare.push(sends.getLast());
        }
        LongSend message = spare.pop();
        message.begin(send);
        Frame.head(memory, base, Frame.ANNOUNCE, rank, send.context(), send.tag(), send.bytes());
        memory.set(JAVA_LONG, base + Frame.SEND, message.number());
        if (translator.fetches(message.peer())) {
            message.registration = translator.register(message.peer(), send.buffer());
        }
        return Frame.describe(memory, base, translator, message.registration);
    }

    /**
     * Takes a {@link Frame} in which a receiver tells where to put a long message of this rank.
     *
     * @param memory memory that holds the frame
     * @param base   the byte of {@code memory} at which the frame begins
     */
    public void cleared(MemorySegment memory, long base) {
        LongSend message = sends.get((int) Frame.bytes(memory, base));
        message.arrival = memory.get(JAVA_LONG, base + Frame.ARRIVAL);
        message.firstLanding = memory.get(JAVA_LONG, base + Frame.FIRST_LANDING);
        message.secondLanding = memory.get(JAVA_LONG, base + Frame.SECOND_LANDING);
        message.key = Frame.attach(memory, base, translator, message.peer());
        if (message.key != Translator.AREA || message.left() <= 2L * segmentBytes) {
            queue.add(message);
        } else {
            waiting.add(message);
            countNext();
        }
    }

    /**
     * Ends a send of a long message, all of which its receiver has fetched.
     *
     * @param number the number by which both ranks name the send, from its announcement
     */
    public void fetched(int number) {
        LongSend message = sends.get(number);
        translator.deregister(message.registration);
        finish(message);
    }

    /** Completes the request of a send, and keeps the object for another one. */
    private void finish(LongSend message) {
        ProtocolRequest request = message.request;
        message.request = null;
        spare.push(message);
        request.finishSend();
    }

    /**
     * Gives a free notice to the first send that waits for one, and tells the receiver to count there what it takes out of the landing
     * slots. The send's segments may then go.
     */
    private void countNext() {
        if (!waiting.isEmpty() && words.available() > 0) {
            LongSend message = waiting.poll();
            message.creditWord = words.take();
            long offset = area.notice(message.creditWord);
            area.setWord(offset, 0);
            translator.putWord(message.peer(), message.arrival + Area.CREDIT_PLACE, offset);
            queue.add(message);
        }
    }

    /**
     * Puts the next segment of one long message, if one may go now. One segment a call, so that the rank sees between two segments what has
     * come.
     *
     * @return whether a segment was put
     */
    public boolean putSegment() {
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
        queue.served(message);
        if (translator.put(message.peer(), message.key, target, message.request.buffer(), from, bytes, message.arrival,
                message.sent, Commands.of(Commands.SEGMENT, message.number()))) {
            segmentDone(message.number());
        }
        return true;
    }

    /**
     * Notes that the put of a segment of a long message is done, so that its bytes in the send's buffer are not read any more.
     *
     * @param number the number by which both ranks name the send, from its announcement
     */
    public void segmentDone(int number) {
        LongSend message = sends.get(number);
        message.segmentsInFlight--;
        queue.segmentDone(message);
        if (message.isDone()) {
            queue.remove(message);
            if (message.creditWord != IndexPool.NONE) {
                words.give(message.creditWord);
                countNext();
            }
            if (message.key != Translator.AREA) {
                translator.detach(message.peer(), message.key);
            }
            finish(message);
        }
    }

    /** Describes the long messages that this rank is sending, for people, one text each. */
    public Stream<String> waits() {
        return sends.stream().filter(message -> message.request != null)
                .map(message -> WaitDescription.send(message.request.bytes(), message.peer(), message.request.tag()));
    }
}
