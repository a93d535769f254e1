package hplhetero.comm.transport.mpj;

import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.transport.mpj.device.MpjBuffer;
import java.lang.foreign.MemorySegment;

/**
 * A long message on its way out. A few pieces of it at a time lie in buffers of MPJ's, and the next piece goes when the oldest has left.
 * MPJ's rendezvous carries each piece. The receiver is told by an envelope that follows the piece's request, so that MPJ always knows of a
 * piece before the receiver asks for it. (If the receiver asked in advance, MPJ's input thread would answer the request, and two ranks that
 * send much to each other would block each other's input threads for good.)
 */
final class LongSend {
    /**
     * Number of pieces under way at a time. They suffice to keep a network busy between polls; all of them go before a short message to the
     * same rank.
     */
    private static final int WINDOW_PIECES = 4;

    private final DeviceTransfer transfer;
    private final ProtocolRequest request;
    /** The sender's number of this message. */
    private final int message;
    /** Number of pieces of the message. */
    private final long pieces;
    /** Buffers of the pieces under way; piece p is at index p mod {@link #WINDOW_PIECES}. */
    private final MpjBuffer[] buffers = new MpjBuffer[WINDOW_PIECES];
    /** MPJ's requests of the pieces under way; piece p is at index p mod {@link #WINDOW_PIECES}. */
    private final Object[] underWay = new Object[WINDOW_PIECES];
    /** Number of pieces handed to MPJ. */
    private long sent;
    /** Number of pieces that have left. */
    private long left;

    LongSend(DeviceTransfer transfer, ProtocolRequest request, int message) {
        this.transfer = transfer;
        this.request = request;
        this.message = message;
        this.pieces = transfer.limits().pieces(request.bytes());
    }

    /** Returns the send that this object carries out. */
    ProtocolRequest request() {
        return request;
    }

    /** Returns whether all pieces have left, so that the send is done. */
    boolean isDone() {
        return left == pieces;
    }

    /** Moves on without waiting for the receiver, and returns whether anything happened. */
    boolean progress() {
        boolean moved = false;
        while (left < sent && transfer.device().isDone(underWay[slot(left)])) {
            transfer.pieceBuffers().give(buffers[slot(left)]);
            left++;
            moved = true;
        }
        while (sent < pieces && sent - left < WINDOW_PIECES) {
            send();
            moved = true;
        }
        return moved;
    }

    private static int slot(long piece) {
        return (int) (piece % WINDOW_PIECES);
    }

    private void send() {
        long from = request.bytes() * sent / pieces;
        long to = request.bytes() * (sent + 1) / pieces;
        MemorySegment data = request.buffer().asSlice(from, to - from);
        int id = sent == 0 ? message : transfer.nextId();
        MpjBuffer buffer = transfer.pieceBuffers().take();
        MemorySegment.copy(data, 0, buffer.message(), 0, data.byteSize());
        buffer.begin((int) data.byteSize());
        buffers[slot(sent)] = buffer;
        underWay[slot(sent)] = transfer.device().isend(buffer, request.worldPeer(), id, DeviceTransfer.PIECE_CONTEXT);
        transfer.announce(request, sent == 0 ? Envelope.LONG : Envelope.PIECE, message, id, from, data);
        sent++;
    }
}
