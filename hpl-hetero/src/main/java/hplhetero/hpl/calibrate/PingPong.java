package hplhetero.hpl.calibrate;

import hplhetero.comm.Await;
import hplhetero.comm.Communicator;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Messages to and fro between two ranks: one asks, as often as it likes, and ends it; the other answers until then. */
final class PingPong {
    /** The first byte of a message. */
    private static final byte MORE = 0;
    private static final byte LAST = 1;

    private final Communicator world;
    private final MemorySegment buffer;
    private final int tag;
    private final LongSupplier nanoTime;

    /**
     * @param buffer   as large as the largest message, at both ranks
     * @param nanoTime the clock to time messages by
     */
    PingPong(Communicator world, MemorySegment buffer, int tag, LongSupplier nanoTime) {
        this.world = world;
        this.buffer = buffer;
        this.tag = tag;
        this.nanoTime = nanoTime;
    }

    /** Round trips of one size: {@code least} of them, then more until the time is over or there are {@code most}. */
    List<Double> trips(int bytes, int to, int least, int most, double seconds) {
        List<Double> trips = new ArrayList<>();
        long start = nanoTime.getAsLong();
        long now = start;
        while (trips.size() < least || (now - start) * 1e-9 < seconds && trips.size() < most) {
            exchange(bytes, to, MORE);
            long then = nanoTime.getAsLong();
            trips.add((then - now) * 1e-9);
            now = then;
        }
        return trips;
    }

    void end(int to) {
        exchange(1, to, LAST);
    }

    private void exchange(int bytes, int to, byte flag) {
        MemorySegment message = buffer.asSlice(0, bytes);
        message.set(ValueLayout.JAVA_BYTE, 0, flag);
        Request answer = world.irecv(message, to, tag);
        Await.done(world.isend(message, to, tag));
        Await.done(answer);
    }

    void answer(int from) {
        byte flag = MORE;
        while (flag == MORE) {
            Request question = world.irecv(buffer, from, tag);
            Await.done(question);
            flag = buffer.get(ValueLayout.JAVA_BYTE, 0);
            Await.done(world.isend(buffer.asSlice(0, question.bytes()), from, tag));
        }
    }
}
