package hplhetero.comm.transport.mpj.device;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * An mpjbuf.Buffer over off-heap memory of this program. A message begins with {@link #HEADER_BYTES} that MPJ writes when the message is
 * sent; this program's bytes follow.
 */
public final class MpjBuffer {
    /** Bytes of MPJ's section header, which has type and number of elements. No message is shorter. */
    public static final int HEADER_BYTES = 8;

    private final MpjLibrary library;
    private final ByteBuffer bytes;
    private final MemorySegment message;
    private final Object handle;
    private final Object status;

    /**
     * Makes a buffer over {@code memory}.
     *
     * @param overhead bytes at the beginning of the memory that belong to the device
     */
    MpjBuffer(MpjLibrary library, MemorySegment memory, int overhead) {
        this.library = library;
        this.bytes = memory.asByteBuffer();
        this.message = memory.asSlice(overhead);
        this.handle = library.newBuffer(bytes, overhead);
        this.status = library.newStatus();
    }

    /** Returns the memory of the message, including MPJ's header. */
    public MemorySegment message() {
        return message;
    }

    /**
     * Makes the beginning of {@link #message} ready to be sent, and overwrites MPJ's header there.
     *
     * @param length bytes to send, the header of {@link #HEADER_BYTES} included
     */
    public void begin(int length) {
        bytes.clear();
        library.begin(handle, length);
    }

    Object handle() {
        return handle;
    }

    /** Empties the buffer and returns its handle, ready to be received into. */
    Object emptied() {
        bytes.clear();
        library.clear(handle);
        return handle;
    }

    Object status() {
        return status;
    }
}
