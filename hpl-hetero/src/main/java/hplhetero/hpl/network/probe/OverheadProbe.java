package hplhetero.hpl.network.probe;

import hplhetero.comm.Await;
import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The measurement of what a short message takes of a rank's own thread. Sending: from the call until the buffer is free again, while
 * nothing else is on its way. Receiving: from the call until the message is there, for a message that came before another one that the rank
 * has received already.
 */
final class OverheadProbe {
    private static final int DATA_TAG = 8;
    private static final int SIGNAL_TAG = 9;
    private static final int BYTES = 8;
    private static final int LEAST_TRIALS = 21;
    private static final int MOST_TRIALS = 2_000;
    /** Number of first trials that are left out: they find code not compiled yet. */
    private static final int LEFT_OUT = 10;
    private static final byte MORE = 0;
    private static final byte LAST = 1;

    private final Communicator world;
    private final int peer;
    private final LongSupplier nanoTime;

    OverheadProbe(Communicator world, int peer, LongSupplier nanoTime) {
        this.world = world;
        this.peer = peer;
        this.nanoTime = nanoTime;
    }

    /**
     * Measures on the rank that sends and receives; its peer must call {@link #answer}.
     *
     * @param seconds time for all trials together
     * @return median seconds to send and median seconds to receive a message, with a blank between
     */
    String measure(double seconds) {
        return MessageMemory.lend(arena -> {
            MemorySegment out = arena.allocate(BYTES, 64);
            MemorySegment in = arena.allocate(BYTES, 64);
            double[] send = new double[MOST_TRIALS];
            double[] receive = new double[MOST_TRIALS];
            long begin = nanoTime.getAsLong();
            int count = 0;
            boolean more = true;
            while (more) {
                more = count + 1 < LEAST_TRIALS || count + 1 < MOST_TRIALS && (nanoTime.getAsLong() - begin) * 1e-9 < seconds;
                out.set(ValueLayout.JAVA_BYTE, 0, more ? MORE : LAST);
                Request signal = world.irecv(out.asSlice(1, 1), peer, SIGNAL_TAG);
                long start = nanoTime.getAsLong();
                finish(world.isend(out.asSlice(0, 1), peer, DATA_TAG));
                send[count] = (nanoTime.getAsLong() - start) * 1e-9;
                finish(signal);
                start = nanoTime.getAsLong();
                finish(world.irecv(in, peer, DATA_TAG));
                receive[count++] = (nanoTime.getAsLong() - start) * 1e-9;
            }
            return median(send, count) + " " + median(receive, count);
        });
    }

    private static double median(double[] seconds, int count) {
        double[] sorted = Arrays.copyOfRange(seconds, LEFT_OUT, count);
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Does the peer's part of a measurement: answers each message by a message, and then by a signal that the answer has been sent. */
    void answer() {
        MessageMemory.lend(arena -> {
            MemorySegment in = arena.allocate(BYTES, 64);
            MemorySegment out = arena.allocate(BYTES, 64);
            byte what = MORE;
            while (what == MORE) {
                finish(world.irecv(in.asSlice(0, 1), peer, DATA_TAG));
                what = in.get(ValueLayout.JAVA_BYTE, 0);
                finish(world.isend(out, peer, DATA_TAG));
                finish(world.isend(out.asSlice(0, 1), peer, SIGNAL_TAG));
            }
            return what;
        });
    }

    private static void finish(Request message) {
        Await.done(message);
        message.release();
    }
}
