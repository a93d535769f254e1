package hplhetero.comm.transport.mpj.device;

import java.lang.foreign.MemorySegment;

/** One rank's connection to the others: an initialised device of MPJ Express. */
public final class MpjDevice {
    private final MpjLibrary library;
    private final Object device;
    private final Object[] processes;
    private final int sendOverhead;

    /** @param processes MPJ's handles of the ranks, in their order */
    public MpjDevice(MpjLibrary library, Object device, Object[] processes) {
        this.library = library;
        this.device = device;
        this.processes = processes.clone();
        this.sendOverhead = library.sendOverhead(device);
    }

    /** A buffer to send up to {@code bytes} from. */
    public MpjBuffer sendBuffer(MemorySegment memory) {
        return new MpjBuffer(library, memory, sendOverhead);
    }

    /** What {@link #sendBuffer} needs for {@code bytes} of data. */
    public long sendBufferBytes(long bytes) {
        return sendOverhead + bytes;
    }

    /** A buffer over {@code memory} to receive into, by whatever thread receives for the device. */
    public MpjBuffer receiveBuffer(MemorySegment memory) {
        return new MpjBuffer(library, memory, 0);
    }

    /** Starts sending what {@link MpjBuffer#begin} has measured off; may wait until the network has taken a short message. */
    public Object isend(MpjBuffer buffer, int destination, int tag, int context) {
        return library.isend(device, buffer.handle(), processes[destination], tag, context);
    }

    public Object irecv(MpjBuffer buffer, int source, int tag, int context) {
        return library.irecv(device, buffer.emptied(), processes[source], tag, context, buffer.status());
    }

    public Object irecvFromAny(MpjBuffer buffer, int tag, int context) {
        return library.irecv(device, buffer.emptied(), library.anySource(), tag, context, buffer.status());
    }

    /** Whether a request is complete; asked no more once it was. */
    public boolean isDone(Object request) {
        return library.test(request);
    }

    /** Disconnects; returns when all ranks have called it. */
    public void finish() {
        library.finish(device);
    }
}
