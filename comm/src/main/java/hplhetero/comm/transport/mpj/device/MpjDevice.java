package hplhetero.comm.transport.mpj.device;

import java.lang.foreign.MemorySegment;

/** The connection of one rank to the others: an initialised device of MPJ Express. */
public final class MpjDevice {
    private final MpjLibrary library;
    private final Object device;
    private final Object[] processes;
    private final int sendOverhead;

    /**
     * Wraps an initialised device.
     *
     * @param processes MPJ's handles of the ranks, indexed by rank
     */
    public MpjDevice(MpjLibrary library, Object device, Object[] processes) {
        this.library = library;
        this.device = device;
        this.processes = processes.clone();
        this.sendOverhead = library.sendOverhead(device);
    }

    /** Returns a buffer over {@code memory} to send from; {@link #sendBufferBytes} tells how large the memory must be. */
    public MpjBuffer sendBuffer(MemorySegment memory) {
        return new MpjBuffer(library, memory, sendOverhead);
    }

    /**
     * Returns how many bytes of memory {@link #sendBuffer} needs for a message: the message and what MPJ puts before it.
     *
     * @param bytes length of the message in bytes, MPJ's header of {@link MpjBuffer#HEADER_BYTES} included
     */
    public long sendBufferBytes(long bytes) {
        return sendOverhead + bytes;
    }

    /** Returns a buffer over {@code memory} to receive into; any thread of MPJ may fill it. */
    public MpjBuffer receiveBuffer(MemorySegment memory) {
        return new MpjBuffer(library, memory, 0);
    }

    /**
     * Starts sending the bytes that {@link MpjBuffer#begin} has made ready. May wait until the network has taken a short message.
     *
     * @param buffer      holds the bytes, from {@link #sendBuffer}
     * @param destination the receiver's rank in the world
     * @param tag         tag of the message
     * @param context     MPJ's second tag, by which programs keep kinds of messages apart; the receiver gives the same
     * @return MPJ's request, for {@link #isDone}
     */
    public Object isend(MpjBuffer buffer, int destination, int tag, int context) {
        return library.isend(device, buffer.handle(), processes[destination], tag, context);
    }

    /**
     * Starts receiving a message from one rank.
     *
     * @param buffer  room for the message, from {@link #receiveBuffer}
     * @param source  the sender's rank in the world
     * @param tag     tag of the message
     * @param context MPJ's second tag, by which programs keep kinds of messages apart; the sender gives the same
     * @return MPJ's request, for {@link #isDone}
     */
    public Object irecv(MpjBuffer buffer, int source, int tag, int context) {
        return library.irecv(device, buffer.emptied(), processes[source], tag, context, buffer.status());
    }

    /**
     * Starts receiving a message from any rank.
     *
     * @param buffer  room for the message, from {@link #receiveBuffer}
     * @param tag     tag of the message
     * @param context MPJ's second tag, by which programs keep kinds of messages apart; the sender gives the same
     * @return MPJ's request, for {@link #isDone}
     */
    public Object irecvFromAny(MpjBuffer buffer, int tag, int context) {
        return library.irecv(device, buffer.emptied(), library.anySource(), tag, context, buffer.status());
    }

    /**
     * Returns whether a send or receive is complete. Must not be called again for a request for which it has returned true.
     *
     * @param request MPJ's request, from {@link #isend} or {@link #irecv}
     */
    public boolean isDone(Object request) {
        return library.test(request);
    }

    /** Disconnects, and returns when all ranks have called this method. Collective. */
    public void finish() {
        library.finish(device);
    }
}
