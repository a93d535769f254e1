package hplhetero.comm.transport.mpj.device;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * An mpjbuf.Buffer over off-heap memory of ours. A message is {@link #HEADER_BYTES} that MPJ writes when it is sent, then ours.
 */
public final class MpjBuffer {
    /** MPJ's section header: type, number of elements. No message is shorter. */
    public static final int HEADER_BYTES = 8;

    private final MpjLibrary library;
    private final ByteBuffer bytes;
    private final MemorySegment message;
    private final Object handle;
    private final Object status;

    /** @param overhead bytes at the beginning that belong to the device */
    MpjBuffer(MpjLibrary library, MemorySegment memory, int overhead) {
        this.library = library;
        this.bytes = memory.asByteBuffer();
        this.message = memory.asSlice(overhead);
        this.handle = library.newBuffer(bytes, overhead);
        this.status = library.newStatus();
    }

    /** The message, MPJ's header included. */
    public MemorySegment message() {
        return message;
    }

    /** Makes the first {@code length} bytes of the message ready to be sent; overwrites the header. */
    public void begin(int length) {
        bytes.clear();
        library.begin(handle, length);
    }

    Object handle() {
        return handle;
    }

    /** The handle, ready to be received into. */
    Object emptied() {
        bytes.clear();
        library.clear(handle);
        return handle;
    }

    Object status() {
        return status;
    }
}
