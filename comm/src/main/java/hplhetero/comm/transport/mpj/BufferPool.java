package hplhetero.comm.transport.mpj;

import hplhetero.comm.transport.mpj.device.MpjBuffer;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/** A pool of buffers of one size to send from, used again and again. Owner: the rank's thread. */
final class BufferPool {
    private final ArrayDeque<MpjBuffer> free = new ArrayDeque<>();
    private final Supplier<MpjBuffer> maker;

    /** Makes an empty pool, for which {@code maker} makes a buffer when none is free. */
    BufferPool(Supplier<MpjBuffer> maker) {
        this.maker = maker;
    }

    /** Returns a free buffer, or a new one where none is free. */
    MpjBuffer take() {
        MpjBuffer buffer = free.poll();
        return buffer == null ? maker.get() : buffer;
    }

    /** Takes back a buffer from which nothing is being sent. */
    void give(MpjBuffer buffer) {
        free.push(buffer);
    }
}
