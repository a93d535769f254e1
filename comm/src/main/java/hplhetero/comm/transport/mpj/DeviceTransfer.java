package hplhetero.comm.transport.mpj;

import hplhetero.comm.CommException;
import hplhetero.comm.liveness.RunState;
import hplhetero.comm.liveness.WaitDescription;
import hplhetero.comm.protocol.BackOff;
import hplhetero.comm.protocol.ByteTransfer;
import hplhetero.comm.protocol.CoreSharing;
import hplhetero.comm.protocol.Matching;
import hplhetero.comm.protocol.ProgressEngine;
import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.RankIdentity;
import hplhetero.comm.transport.mpj.device.MpjBuffer;
import hplhetero.comm.transport.mpj.device.MpjDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The carrier of the messages of one rank, over a device of MPJ's. All messages to a rank come in through a few receives from anybody, and
 * say in their {@link Envelope} which receive is to have them. MPJ's own matching would have to be asked for each receive in turn, would
 * allocate each time, and breaks down when a message is longer than its receive. Owner: the rank's thread.
 */
final class DeviceTransfer implements ByteTransfer<LongReceive> {
    /** MPJ's context of messages that begin with an envelope; MPJ uses context 50 itself. */
    static final int ENVELOPE_CONTEXT = 1_000;
    /** MPJ's context of pieces of long messages. */
    static final int PIECE_CONTEXT = 1_001;
    /** MPJ's tag of messages that begin with an envelope. */
    private static final int ENVELOPE_TAG = 1;
    /** Number of messages that MPJ can put down without asking for memory. */
    private static final int INBOX_MESSAGES = 8;
    /** The number at which the numbers of pieces begin again from 0. */
    private static final int ID_LIMIT = 1 << 30;
    /** Nanoseconds a rank sleeps between polls: nobody wakes it, so a message is found at the next poll. */
    private static final long SLEEP_NANOS = 50_000;
    /** Nanoseconds without a poll after which a rank is taken to have computed, so that it shall not sleep. */
    private static final long COMPUTING_NANOS = 200_000;

    /** A short message, or the announcement of a piece, that MPJ has not taken over yet; {@code request} is null for an announcement. */
    private record Posted(MpjBuffer buffer, Object underWay, ProtocolRequest request) {
    }

    private final MpjDevice device;
    private final RankIdentity identity;
    private final RunState state;
    private final MessageLimits limits;
    private final BufferPool shortBuffers;
    private final BufferPool pieceBuffers;
    /** The buffers of the receives from anybody, used in turn; the index is that of {@link #incoming}. */
    private final MpjBuffer[] inbox = new MpjBuffer[INBOX_MESSAGES];
    /** MPJ's requests of the receives from anybody, in the order in which messages come from index {@link #inboxHead} on, and around. */
    private final Object[] incoming = new Object[INBOX_MESSAGES];
    private final ArrayDeque<Posted> posted = new ArrayDeque<>();
    private final ArrayList<LongSend> longSends = new ArrayList<>();
    private final ArrayList<LongReceive> longReceives = new ArrayList<>();
    private final Predicate<Posted> isTaken = this::isTaken;
    private int inboxHead;
    private int lastId;

    private DeviceTransfer(MpjDevice device, RankIdentity identity, RunState state, MessageLimits limits) {
        this.device = device;
        this.identity = identity;
        this.state = state;
        this.limits = limits;
        this.shortBuffers = pool(Envelope.BYTES + limits.eagerBytes());
        this.pieceBuffers = pool(limits.pieceBytes());
        for (int i = 0; i < INBOX_MESSAGES; i++) {
            inbox[i] = device.receiveBuffer(allocate(Envelope.BYTES + limits.eagerBytes()));
            incoming[i] = device.irecvFromAny(inbox[i], ENVELOPE_TAG, ENVELOPE_CONTEXT);
        }
    }

    /** Returns the progress engine of one rank, over a device; called by the rank's thread. */
    static ProgressEngine<LongReceive> engine(MpjDevice device, RankIdentity identity, RunState state, CoreSharing cores,
            MessageLimits limits) {
        return new ProgressEngine<>(identity, state, new DeviceTransfer(device, identity, state, limits),
                new BackOff(cores, COMPUTING_NANOS, () -> SLEEP_NANOS));
    }

    private BufferPool pool(long bytes) {
        return new BufferPool(() -> device.sendBuffer(allocate(device.sendBufferBytes(bytes))));
    }

    /** Allocates off-heap memory that the garbage collector frees: MPJ may hold it longer than this program does. */
    static MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(bytes, Long.BYTES);
    }

    /** Returns the device of MPJ that carries the messages. */
    MpjDevice device() {
        return device;
    }

    /** Returns the limits by which messages are cut. */
    MessageLimits limits() {
        return limits;
    }

    /** Returns the pool of buffers from which pieces of long messages are sent. */
    BufferPool pieceBuffers() {
        return pieceBuffers;
    }

    /** Returns a number for a piece that no other piece of this rank which is under way has. */
    int nextId() {
        lastId = (lastId + 1) % ID_LIMIT;
        return lastId;
    }

    @Override
    public void send(ProtocolRequest send) {
        if (send.bytes() <= limits.eagerBytes()) {
            sendShort(send);
        } else {
            LongSend message = new LongSend(this, send, nextId());
            message.progress();
            longSends.add(message);
        }
    }

    private void sendShort(ProtocolRequest send) {
        MpjBuffer out = shortBuffers.take();
        Envelope.address(out.message(), Envelope.SHORT, identity.rank(), send);
        MemorySegment.copy(send.buffer(), 0, out.message(), Envelope.BYTES, send.bytes());
        post(out, Envelope.BYTES + (int) send.bytes(), send.worldPeer(), send);
    }

    /**
     * Tells the receiver of {@code send} that a piece is under way.
     *
     * @param kind    {@link Envelope#LONG} for the first piece of a message, else {@link Envelope#PIECE}
     * @param message the sender's number of the message
     * @param piece   the sender's number of the piece
     * @param offset  byte of the message at which the piece begins
     * @param data    the piece
     */
    void announce(ProtocolRequest send, int kind, int message, int piece, long offset, MemorySegment data) {
        MpjBuffer out = shortBuffers.take();
        Envelope.address(out.message(), kind, identity.rank(), send);
        Envelope.announce(out.message(), message, piece, offset, data);
        post(out, Envelope.BYTES, send.worldPeer(), null);
    }

    private void post(MpjBuffer out, int length, int destination, ProtocolRequest request) {
        out.begin(length);
        Object underWay = device.isend(out, destination, ENVELOPE_TAG, ENVELOPE_CONTEXT);
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

    private void taken(MpjBuffer buffer, ProtocolRequest request) {
        shortBuffers.give(buffer);
        if (request != null) {
            request.finishSend();
        }
    }

    @Override
    public boolean poll(Matching<LongReceive> matching) {
        boolean moved = drain(matching);
        moved |= posted.removeIf(isTaken);
        for (int i = 0; i < longSends.size(); i++) {
            moved |= longSends.get(i).progress();
        }
        for (int i = 0; i < longReceives.size(); i++) {
            moved |= longReceives.get(i).progress();
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

    /** Takes at most an inbox full of messages at a time, so that a flood does not hold up what else is to be done. */
    private boolean drain(Matching<LongReceive> matching) {
        int messages = 0;
        while (messages < INBOX_MESSAGES && device.isDone(incoming[inboxHead])) {
            accept(inbox[inboxHead].message(), matching);
            incoming[inboxHead] = device.irecvFromAny(inbox[inboxHead], ENVELOPE_TAG, ENVELOPE_CONTEXT);
            inboxHead = (inboxHead + 1) % INBOX_MESSAGES;
            messages++;
        }
        return messages > 0;
    }

    private void accept(MemorySegment message, Matching<LongReceive> matching) {
        switch (Envelope.kind(message)) {
            case Envelope.SHORT -> acceptShort(message, matching);
            case Envelope.LONG -> acceptLong(new LongReceive(this, message), matching);
            case Envelope.PIECE -> acceptPiece(message);
            default -> throw fail("kind=" + Envelope.kind(message) + " of a message over MPJ Express does not exist");
        }
    }

    private static void acceptShort(MemorySegment message, Matching<LongReceive> matching) {
        matching.deliverShort(Envelope.context(message), Envelope.source(message), Envelope.tag(message), message, Envelope.BYTES,
                Envelope.total(message));
    }

    private void acceptLong(LongReceive message, Matching<LongReceive> matching) {
        longReceives.add(message);
        ProtocolRequest receive = matching.matchLong(message.context(), message.source(), message.tag(), message.bytes(), message);
        if (receive != null) {
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
        throw fail("a piece of message=" + message + " from rank " + source + " came over MPJ Express without its beginning");
    }

    private CommException fail(String what) {
        return state.fail(identity.rank(), identity.hostName(), what + ": run the same version of this program on all hosts", null);
    }

    @Override
    public void fetch(LongReceive message, int source, ProtocolRequest receive) {
        message.matched(receive);
    }

    @Override
    public Stream<String> waits() {
        return Stream.of(longReceives.stream().map(r -> WaitDescription.receive(r.bytes(), r.source(), r.tag())),
                posted.stream().filter(p -> p.request != null).map(p -> p.request.waits()),
                longSends.stream().map(s -> s.request().waits())).flatMap(texts -> texts);
    }
}
