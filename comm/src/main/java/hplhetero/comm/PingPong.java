package hplhetero.comm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Messages to and fro between two ranks, for whoever measures a link: one asks, the other answers with a message of the same
 * length. Which sizes, how often, how long to wait and by which clock is the caller's affair. Owner: the rank's thread.
 */
public final class PingPong {
    /** The first byte of a message. */
    private static final byte MORE = 0;
    private static final byte LAST = 1;

    private final Communicator ranks;
    private final int peer;
    private final int tag;
    private final Wait wait;

    /** How a rank waits: by {@link Await#done}, or with an end, at which it throws. */
    @FunctionalInterface
    public interface Wait {
        /**
         * Returns when a message is done.
         *
         * @param peer  the other rank
         * @param bytes of the message; of one that is received, the most it may have
         */
        void until(Request message, int peer, long bytes);
    }

    /**
     * How many round trips: {@code least} of them, then more until the time is over or there are {@code most}.
     *
     * @param seconds for all of them
     */
    public record Repeats(int least, int most, double seconds) {

        public static Repeats exactly(int trips) {
            return new Repeats(trips, trips, 0);
        }
    }

    /** @param peer the other rank; it makes one for this rank */
    public PingPong(Communicator ranks, int peer, int tag, Wait wait) {
        this.ranks = ranks;
        this.peer = peer;
        this.tag = tag;
        this.wait = wait;
    }

    /** One that waits for the other rank as long as the run lasts. */
    public PingPong(Communicator ranks, int peer, int tag) {
        this(ranks, peer, tag, (message, other, bytes) -> Await.done(message));
    }

    /**
     * Seconds of each of some round trips, in their order.
     *
     * @param message  what is sent; of at least one byte, of which the first is overwritten
     * @param answer   where the answers go, of the same size; may be {@code message}
     * @param nanoTime read before the first trip and after each
     */
    public double[] trips(MemorySegment message, MemorySegment answer, Repeats repeats, LongSupplier nanoTime) {
        double[] trips = new double[repeats.most];
        int count = 0;
        long start = nanoTime.getAsLong();
        long now = start;
        while (count < repeats.least || (now - start) * 1e-9 < repeats.seconds && count < repeats.most) {
            message.set(JAVA_BYTE, 0, MORE);
            roundTrip(message, answer);
            long then = nanoTime.getAsLong();
            trips[count++] = (then - now) * 1e-9;
            now = then;
        }
        return Arrays.copyOf(trips, count);
    }

    /** Sends a message and receives its answer, for which a receive is posted before. */
    public void roundTrip(MemorySegment message, MemorySegment answer) {
        Request received = ranks.irecv(answer, peer, tag);
        finish(ranks.isend(message, peer, tag), message.byteSize());
        finish(received, answer.byteSize());
    }

    /** Sends a message and, when that is done, posts the receive of its answer: as MPI's usual benchmarks do. */
    public void sendThenReceive(MemorySegment message, MemorySegment answer) {
        finish(ranks.isend(message, peer, tag), message.byteSize());
        finish(ranks.irecv(answer, peer, tag), answer.byteSize());
    }

    /**
     * Answers one message.
     *
     * @param message where it goes; as large as what is sent
     * @param answer  of the same size; may be {@code message}
     */
    public void answer(MemorySegment message, MemorySegment answer) {
        finish(ranks.irecv(message, peer, tag), message.byteSize());
        finish(ranks.isend(answer, peer, tag), answer.byteSize());
    }

    /**
     * Answers all messages of the other rank's {@link #trips}, until its {@link #end}.
     *
     * @param buffer as large as the largest
     */
    public void answerUntilEnd(MemorySegment buffer) {
        boolean more = true;
        while (more) {
            Request message = ranks.irecv(buffer, peer, tag);
            wait.until(message, peer, buffer.byteSize());
            MemorySegment answer = buffer.asSlice(0, message.bytes());
            message.release();
            more = buffer.get(JAVA_BYTE, 0) == MORE;
            finish(ranks.isend(answer, peer, tag), answer.byteSize());
        }
    }

    /** Tells the other rank that there are no more messages. */
    public void end(MemorySegment buffer) {
        MemorySegment message = buffer.asSlice(0, 1);
        message.set(JAVA_BYTE, 0, LAST);
        roundTrip(message, message);
    }

    private void finish(Request message, long bytes) {
        wait.until(message, peer, bytes);
        message.release();
    }
}
