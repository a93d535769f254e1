package hplhetero.comm.transport.mpj;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.liveness.WaitDescription;
import hplhetero.comm.transport.MessageRules;
import hplhetero.comm.transport.mpj.device.MpjBuffer;
import hplhetero.comm.transport.mpj.device.MpjDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The progress engine of one rank, shared by all of its communicators. Owner: the rank's thread. All messages to a rank come in
 * through a few receives from anybody; who asked for one is found here ({@link Envelope}), because MPJ's own matching would have
 * to be asked for each receive in turn, allocating each time, and breaks down when a message is longer than its receive.
 */
final class ProgressEngine {
    /** MPJ's context and tag of what begins with an envelope, and the context of pieces; it uses 50 itself. */
    static final int ENVELOPES = 1_000;
    static final int PIECES = 1_001;
    private static final int ENVELOPE_TAG = 1;
    /** Messages that MPJ can put down without asking for memory. */
    private static final int INBOX = 8;
    private static final int ID_LIMIT = 1 << 30;
    /** So many messages are named when somebody asks what the rank waits for. */
    private static final int MOST_NAMED = 4;

    /** A short message or an announcement that MPJ has not taken over yet; {@code request} is null for an announcement. */
    private record Posted(MpjBuffer buffer, Object underWay, MpjRequest request) {
    }

    /**
     * Where a rank is.
     *
     * @param rank     its number
     * @param size     the number of ranks
     * @param hostName its host, for people
     * @param crowded  whether that has more ranks than cores
     * @param activity what it is at
     */
    record Place(int rank, int size, String hostName, boolean crowded, Activity activity) {
    }

    private final MpjDevice device;
    private final Place place;
    private final int rank;
    private final RunState state;
    private final MessageLimits limits;
    private final Activity activity;
    private final Thread owner = Thread.currentThread();
    /** A thread that is not the rank's, for {@link #isSharable}. */
    private final Thread other = new Thread("never started");
    private final BackOff pause;
    private final BufferPool shortBuffers;
    private final BufferPool pieceBuffers;
    private final MpjBuffer[] inbox = new MpjBuffer[INBOX];
    private final Object[] incoming = new Object[INBOX];
    private final ArrayList<MpjRequest> receives = new ArrayList<>();
    private final UnexpectedMessages unexpected = new UnexpectedMessages(ProgressEngine::allocate);
    private final ArrayDeque<Posted> posted = new ArrayDeque<>();
    private final ArrayList<LongSend> longSends = new ArrayList<>();
    private final ArrayList<LongReceive> longReceives = new ArrayList<>();
    private final Supplier<String> waitsFor = this::waitsFor;
    private final Predicate<Posted> isTaken = this::isTaken;
    private MpjRequest[] spare = new MpjRequest[16];
    private int spares;
    private int inboxHead;
    private int lastId;
    private int nextContext;

    ProgressEngine(MpjDevice device, Place place, RunState state, MessageLimits limits) {
        this.device = device;
        this.place = place;
        this.rank = place.rank();
        this.state = state;
        this.limits = limits;
        this.activity = place.activity();
        this.pause = new BackOff(place.crowded());
        this.shortBuffers = pool(Envelope.BYTES + limits.eagerBytes());
        this.pieceBuffers = pool(limits.pieceBytes());
        for (int i = 0; i < INBOX; i++) {
            inbox[i] = device.receiveBuffer(allocate(Envelope.BYTES + limits.eagerBytes()));
            incoming[i] = device.irecvFromAny(inbox[i], ENVELOPE_TAG, ENVELOPES);
        }
    }

    private BufferPool pool(long bytes) {
        return new BufferPool(() -> device.sendBuffer(allocate(device.sendBufferBytes(bytes))));
    }

    /** Freed by the garbage collector: MPJ may hold it longer than we do. */
    private static MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(bytes, Long.BYTES);
    }

    MemorySegment memory(long bytes) {
        return allocate(bytes);
    }

    MpjDevice device() {
        return device;
    }

    MessageLimits limits() {
        return limits;
    }

    BufferPool pieceBuffers() {
        return pieceBuffers;
    }

    int rank() {
        return rank;
    }

    int size() {
        return place.size();
    }

    String hostName() {
        return place.hostName();
    }

    Activity activity() {
        return activity;
    }

    void shareCores() {
        pause.crowd();
    }

    void requireAlive() {
        state.requireAlive();
    }

    CommException fail(String reason, Throwable cause) {
        return state.fail(rank, place.hostName(), reason, cause);
    }

    /** The first number that no communicator of this rank has. */
    int nextContext() {
        return nextContext;
    }

    void contextsUsedUpTo(int number) {
        nextContext = Math.max(nextContext, number);
    }

    boolean isSharable(MemorySegment buffer) {
        return buffer.isAccessibleBy(other);
    }

    /** A number for a piece, not used by another one of this rank that is under way. */
    int nextId() {
        lastId = (lastId + 1) % ID_LIMIT;
        return lastId;
    }

    MpjRequest send(MpjCommunicator communicator, MemorySegment buffer, int destination, int tag) {
        MessageRules.requireOwner(rank, owner);
        MpjRequest send = newRequest();
        send.begin(communicator, buffer, destination, tag);
        if (buffer.byteSize() <= limits.eagerBytes()) {
            sendShort(send);
        } else {
            LongSend message = new LongSend(this, send, nextId());
            message.pump();
            longSends.add(message);
        }
        return send;
    }

    private void sendShort(MpjRequest send) {
        MpjBuffer out = shortBuffers.take();
        Envelope.address(out.message(), Envelope.SHORT, rank, send);
        MemorySegment.copy(send.buffer(), 0, out.message(), Envelope.BYTES, send.bytes());
        post(out, Envelope.BYTES + (int) send.bytes(), send.worldPeer(), send);
    }

    /** Tells the receiver of {@code send} that a piece is under way. */
    void announce(MpjRequest send, int kind, int message, int piece, long offset, MemorySegment data) {
        MpjBuffer out = shortBuffers.take();
        Envelope.address(out.message(), kind, rank, send);
        Envelope.announce(out.message(), message, piece, offset, data);
        post(out, Envelope.BYTES, send.worldPeer(), null);
    }

    private void post(MpjBuffer out, int length, int destination, MpjRequest request) {
        out.begin(length);
        Object underWay = device.isend(out, destination, ENVELOPE_TAG, ENVELOPES);
        if (device.isDone(underWay)) {
            taken(out, request);
        } else {
            posted.add(new Posted(out, underWay, request));
        }
    }

    private boolean isTaken(Posted message) {
        if (!device.isDone(message.underWay)) {
            return false;
        }
        taken(message.buffer, message.request);
        return true;
    }

    private void taken(MpjBuffer buffer, MpjRequest request) {
        shortBuffers.give(buffer);
        if (request != null) {
            request.finishSend();
            activity.advanced();
        }
    }

    MpjRequest receive(MpjCommunicator communicator, MemorySegment buffer, int source, int tag) {
        MessageRules.requireOwner(rank, owner);
        MpjRequest receive = newRequest();
        receive.begin(communicator, buffer, source, tag);
        UnexpectedMessages.Parcel parcel = unexpected.take(receive);
        if (parcel == null) {
            receives.add(receive);
            return receive;
        }
        requireRoom(receive, parcel.source(), parcel.bytes());
        if (parcel.longOne() == null) {
            MemorySegment.copy(parcel.copy(), 0, receive.buffer(), 0, parcel.bytes());
            receive.finishReceive(parcel.source(), parcel.bytes());
        } else {
            parcel.longOne().matched(receive);
        }
        unexpected.recycle(parcel);
        return receive;
    }

    /** Moves everything of this rank on as far as it goes without waiting for others. */
    void progress() {
        MessageRules.requireOwner(rank, owner);
        if (moved()) {
            activity.advanced();
            pause.advanced();
        } else {
            activity.idle(waitsFor);
            pause.idle();
        }
    }

    private boolean moved() {
        boolean moved = drain();
        moved |= posted.removeIf(isTaken);
        for (int i = 0; i < longSends.size(); i++) {
            moved |= longSends.get(i).pump();
        }
        for (int i = 0; i < longReceives.size(); i++) {
            moved |= longReceives.get(i).pump();
        }
        if (moved) {
            dropDone();
        }
        return moved;
    }

    private void dropDone() {
        for (int i = longSends.size() - 1; i >= 0; i--) {
            if (longSends.get(i).isDone()) {
                longSends.remove(i).request().finishSend();
            }
        }
        longReceives.removeIf(LongReceive::isDone);
    }

    /** At most an inbox full at a time, so that a flood does not hold up what else is to be done. */
    private boolean drain() {
        int messages = 0;
        while (messages < INBOX && device.isDone(incoming[inboxHead])) {
            accept(inbox[inboxHead].message());
            incoming[inboxHead] = device.irecvFromAny(inbox[inboxHead], ENVELOPE_TAG, ENVELOPES);
            inboxHead = (inboxHead + 1) % INBOX;
            messages++;
        }
        return messages > 0;
    }

    private void accept(MemorySegment message) {
        switch (Envelope.kind(message)) {
            case Envelope.SHORT -> acceptShort(message);
            case Envelope.LONG -> acceptLong(new LongReceive(this, message));
            case Envelope.PIECE -> acceptPiece(message);
            default -> throw fail("kind=" + Envelope.kind(message) + " of a message over MPJ Express is none: run the same version"
                    + " of this program on all hosts", null);
        }
    }

    private void acceptShort(MemorySegment message) {
        MpjRequest receive = takeReceive(Envelope.context(message), Envelope.source(message), Envelope.tag(message));
        if (receive == null) {
            unexpected.add(message);
            return;
        }
        long bytes = Envelope.total(message);
        requireRoom(receive, Envelope.source(message), bytes);
        MemorySegment.copy(message, Envelope.BYTES, receive.buffer(), 0, bytes);
        receive.finishReceive(Envelope.source(message), bytes);
    }

    private void acceptLong(LongReceive message) {
        longReceives.add(message);
        MpjRequest receive = takeReceive(message.context(), message.source(), message.tag());
        if (receive == null) {
            unexpected.add(message);
        } else {
            requireRoom(receive, message.source(), message.bytes());
            message.matched(receive);
        }
    }

    private void acceptPiece(MemorySegment announcement) {
        int source = Envelope.source(announcement);
        int message = Envelope.message(announcement);
        for (LongReceive one : longReceives) {
            if (one.is(source, message)) {
                one.announced(announcement);
                return;
            }
        }
        throw fail("a piece of message=" + message + " from rank " + source + " came over MPJ Express without its beginning: run"
                + " the same version of this program on all hosts", null);
    }

    private MpjRequest takeReceive(int context, int source, int tag) {
        for (int i = 0; i < receives.size(); i++) {
            if (receives.get(i).takes(context, source, tag)) {
                return receives.remove(i);
            }
        }
        return null;
    }

    private void requireRoom(MpjRequest receive, int source, long bytes) {
        if (bytes > receive.bytes()) {
            throw fail("a message of bytes=" + bytes + " from world rank " + source + " (tag=" + receive.tag()
                    + ") is longer than the receive buffer of bytes=" + receive.bytes() + ": give both sides the same size", null);
        }
    }

    private String waitsFor() {
        List<String> all = Stream.of(receives.stream().map(r -> WaitDescription.receive(r.bytes(), r.worldPeer(), r.tag())),
                        longReceives.stream().map(r -> WaitDescription.receive(r.bytes(), r.source(), r.tag())),
                        posted.stream().filter(p -> p.request != null).map(p -> waits(p.request)),
                        longSends.stream().map(s -> waits(s.request())))
                .flatMap(s -> s).toList();
        return all.isEmpty() ? "waits for nothing" : all.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    }

    private static String waits(MpjRequest send) {
        return WaitDescription.send(send.bytes(), send.worldPeer(), send.tag());
    }

    void recycle(MpjRequest request) {
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = request;
    }

    private MpjRequest newRequest() {
        return spares > 0 ? spare[--spares] : new MpjRequest(this);
    }
}
