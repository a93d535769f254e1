package hplhetero.comm.transport.mpj;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import hplhetero.comm.protocol.MessageRules;
import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.transport.mpj.device.MpjDevice;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * A long message on its way in. Its pieces are received straight into the receiver's buffer, as soon as they are announced and the receive
 * is known. Owner: the rank's thread.
 */
final class LongReceive {
    /** A piece that was announced and has not arrived. */
    private static final class Piece {
        private final int id;
        private final long offset;
        private final int length;
        private final long first;
        private MemorySegment arriving;
        private Object underWay;

        Piece(MemorySegment envelope) {
            id = Envelope.piece(envelope);
            offset = Envelope.offset(envelope);
            length = Envelope.length(envelope);
            first = Envelope.first(envelope);
        }
    }

    private final DeviceTransfer transfer;
    private final int context;
    private final int source;
    private final int tag;
    /** The sender's number of this message. */
    private final int message;
    private final long bytes;
    /** Pieces that were announced and have not arrived, in the order of their announcements. */
    private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
    /** The receive that takes this message; null until it is known. */
    private ProtocolRequest request;
    /** Bytes of the message that have not arrived. */
    private long missing;

    LongReceive(DeviceTransfer transfer, MemorySegment envelope) {
        this.transfer = transfer;
        this.context = Envelope.context(envelope);
        this.source = Envelope.source(envelope);
        this.tag = Envelope.tag(envelope);
        this.message = Envelope.message(envelope);
        this.bytes = Envelope.total(envelope);
        this.missing = bytes;
        announced(envelope);
    }

    /** Returns whether this is the message that its source numbered so. */
    boolean is(int messageSource, int messageNumber) {
        return source == messageSource && message == messageNumber;
    }

    /** Returns the number of the message's communicator. */
    int context() {
        return context;
    }

    /** Returns the sender's rank in the world. */
    int source() {
        return source;
    }

    /** Returns the tag of this message. */
    int tag() {
        return tag;
    }

    /** Returns the length of the message in bytes. */
    long bytes() {
        return bytes;
    }

    /** Notes a piece that is announced, and asks for it if the receive is known. */
    void announced(MemorySegment envelope) {
        Piece piece = new Piece(envelope);
        pieces.add(piece);
        if (request != null) {
            ask(piece);
        }
    }

    /** Tells which receive takes this message, and asks for the pieces announced so far; the receive's buffer is large enough. */
    void matched(ProtocolRequest receive) {
        request = receive;
        pieces.forEach(this::ask);
    }

    /** Returns whether all pieces of the message have come. */
    boolean isDone() {
        return missing == 0;
    }

    /** Looks for pieces that have arrived, and returns whether any has. */
    boolean progress() {
        boolean moved = false;
        while (request != null && !pieces.isEmpty() && transfer.device().isDone(pieces.peek().underWay)) {
            take(pieces.poll());
            moved = true;
        }
        if (isDone()) {
            request.finishReceive(source, bytes);
        }
        return moved;
    }

    private void ask(Piece piece) {
        MemorySegment target = request.buffer().asSlice(piece.offset, piece.length);
        // the device receives by a thread of its own, which cannot use memory of a confined arena
        piece.arriving = MessageRules.isShared(target) ? target : DeviceTransfer.allocate(piece.length);
        MpjDevice device = transfer.device();
        piece.underWay = device.irecv(device.receiveBuffer(piece.arriving), source, piece.id, DeviceTransfer.PIECE_CONTEXT);
    }

    private void take(Piece piece) {
        MemorySegment target = request.buffer().asSlice(piece.offset, piece.length);
        if (!MessageRules.isShared(target)) {
            target.copyFrom(piece.arriving);
        }
        target.set(JAVA_LONG_UNALIGNED, 0, piece.first);
        missing -= piece.length;
    }
}
