package hplhetero.comm.protocol.remote.rendezvous;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.protocol.Matching;
import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.remote.Area;
import hplhetero.comm.protocol.remote.Frame;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.Translator;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The long messages that other ranks send to this one: announced, then fetched or put. Writes the {@link Frame}s that their senders are
 * answered with. Owner: the rank's thread.
 */
public final class LongReceives {
    private final int rank;
    private final Area area;
    private final Translator translator;
    private final LongReceivePool pool;
    private final LongFetches fetches;
    private final LongArrivals arrivals;

    /**
     * Makes a list of receives without any message.
     *
     * @param tell is given a message when its sender is to be told what {@link #answer} writes
     */
    public LongReceives(int rank, Area area, Translator translator, RemoteLimits limits, LongReceivePool pool, Consumer<LongReceive> tell) {
        this.rank = rank;
        this.area = area;
        this.translator = translator;
        this.pool = pool;
        this.fetches = new LongFetches(translator, limits.policy().segmentBytes(), tell);
        this.arrivals = new LongArrivals(area, translator, limits, pool, tell);
    }

    /**
     * Takes the announcement of a long message from another rank, and begins to bring the message if its receive is posted already.
     *
     * @param memory   memory that holds the announcement
     * @param base     the byte of {@code memory} at which the announcement begins
     * @param matching finds the receive that takes the message
     */
    public void announced(MemorySegment memory, long base, Matching<LongReceive> matching) {
        LongReceive message = pool.take();
        int source = Frame.source(memory, base);
        message.begin(source, Frame.bytes(memory, base), memory.get(JAVA_LONG, base + Frame.SEND),
                Frame.attach(memory, base, translator, source));
        ProtocolRequest receive = matching.matchLong(Frame.context(memory, base), source, Frame.tag(memory, base), message.bytes, message);
        if (receive != null) {
            matched(message, receive);
        }
    }

    /** Begins to bring a long message to the receive that takes it: fetches the message, or has its sender told where to put it. */
    public void matched(LongReceive message, ProtocolRequest receive) {
        message.receive = receive;
        if (message.isFetched()) {
            fetches.add(message);
        } else {
            arrivals.add(message);
        }
    }

    /**
     * Has the sender of the next message that waits told where to put it, and looks for bytes that have come.
     *
     * @return whether anything moved
     */
    public boolean poll() {
        return arrivals.poll();
    }

    /**
     * Begins to fetch the next segment of one of the long messages that this rank fetches, by turns. Messages of which a segment is on its
     * way already are left out.
     *
     * @return whether the segment came at once; false where it is on its way, or where there was none to fetch
     */
    public boolean fetchSegment() {
        return fetches.fetchSegment();
    }

    /**
     * Notes that a segment of a long message was fetched.
     *
     * @param number the message's number in the pool of long messages to this rank
     */
    public void segmentCame(int number) {
        fetches.segmentCame(pool.get(number));
    }

    /**
     * Writes the frame by which the sender of a long message is told where to put it, or that it was fetched. The caller sends the frame
     * and then calls {@link #answered}.
     *
     * @param message long message whose receive is known
     * @param memory  memory for the frame
     * @param base    the byte of {@code memory} at which the frame begins
     * @return the bytes of the frame
     */
    public long answer(LongReceive message, MemorySegment memory, long base) {
        if (message.isFetched()) {
            Frame.head(memory, base, Frame.FETCHED, rank, 0, 0, message.send);
            return Frame.DATA;
        }
        Frame.head(memory, base, Frame.CLEAR, rank, 0, 0, message.send);
        memory.set(JAVA_LONG, base + Frame.ARRIVAL, area.notice(message.arrivalWord));
        if (message.lands()) {
            memory.set(JAVA_LONG, base + Frame.FIRST_LANDING, area.landing(message.firstLanding));
            memory.set(JAVA_LONG, base + Frame.SECOND_LANDING, area.landing(message.secondLanding));
        }
        return Frame.describe(memory, base, translator, message.registration);
    }

    /** Ends a message that this rank has fetched, after its sender has been told so; does nothing for a message that its sender puts. */
    public void answered(LongReceive message) {
        if (message.isFetched()) {
            pool.finish(message, message.receive);
        }
    }

    /** Describes the long messages to this rank that are under way, for people, one text each. */
    public Stream<String> waits() {
        return Stream.concat(arrivals.waits(), fetches.waits());
    }
}
