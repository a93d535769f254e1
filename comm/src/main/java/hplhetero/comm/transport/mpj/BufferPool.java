package hplhetero.comm.transport.mpj;

import hplhetero.comm.transport.mpj.device.MpjBuffer;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/** A pool of buffers of one size to send from, used again and again. Owner: the rank's thread. */
final class BufferPool {
    private final ArrayDeque<MpjBuffer> free = new ArrayDeque<>();
    private final Supplier<MpjBuffer> maker;

    BufferPool(Supplier<MpjBuffer> maker) {
        this.maker = maker;
    }

    MpjBuffer take() {
        MpjBuffer buffer = free.poll();
        return buffer == null ? maker.get() : buffer;
    }

    void give(MpjBuffer buffer) {
        free.push(buffer);
    }
}
