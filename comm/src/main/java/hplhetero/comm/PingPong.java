package hplhetero.comm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Messages to and fro between two ranks, for whoever measures a link. One rank sends a message, the other answers with a message of the
 * same length. The caller decides which sizes are sent, how often, how long to wait and by which clock. Owner: the rank's thread.
 */
public final class PingPong {
    /** The first byte of a message after which more messages come. */
    private static final byte MORE = 0;
    /** The first byte of the last message, after which the other rank stops answering. */
    private static final byte LAST = 1;

    private final Communicator ranks;
    private final int peer;
    private final int tag;
    private final Wait wait;

    /** A way to wait for a message: without an end, as {@link Await#done}, or with a limit at which it throws. */
    @FunctionalInterface
    public interface Wait {
        /**
         * Waits until a message is done.
         *
         * @param peer  the other rank
         * @param bytes the length of the message in bytes; for a receive, the most bytes that may come
         */
        void until(Request message, int peer, long bytes);
    }

    /**
     * The number of round trips to measure: at least {@code least}, then more until {@code seconds} have passed or there are {@code most}.
     *
     * @param least   the least number of round trips
     * @param most    the greatest number of round trips
     * @param seconds the time after which no further round trip begins, counted from the first
     */
    public record Repeats(int least, int most, double seconds) {

        /** Returns a count of exactly so many round trips, however long they take. */
        public static Repeats exactly(int trips) {
            return new Repeats(trips, trips, 0);
        }
    }

    /**
     * Makes this rank's end of a ping-pong.
     *
     * @param ranks the communicator that carries the messages
     * @param peer  the other rank, which makes an object of its own with this rank as its peer
     * @param tag   the tag of all messages
     * @param wait  how this rank waits for messages
     */
    public PingPong(Communicator ranks, int peer, int tag, Wait wait) {
        this.ranks = ranks;
        this.peer = peer;
        this.tag = tag;
        this.wait = wait;
    }

    /** Makes this rank's end of a ping-pong that waits for the other rank as long as the run lasts. */
    public PingPong(Communicator ranks, int peer, int tag) {
        this(ranks, peer, tag, (message, other, bytes) -> Await.done(message));
    }

    /**
     * Measures round trips, which the other rank answers by {@link #answerUntilEnd}.
     *
     * @param message  the message to send, of at least one byte; its first byte is overwritten
     * @param answer   room for the answers, of the same size; may be {@code message}
     * @param repeats  how many round trips
     * @param nanoTime the clock, in nanoseconds; read before the first trip and after each
     * @return the seconds of each round trip, in order
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

    /**
     * Sends a message to the other rank and receives its answer; the receive is posted before the message is sent.
     *
     * @param message the message to send
     * @param answer  room for the answer; may be {@code message} where the other rank answers only after it has received the whole message
     */
    public void roundTrip(MemorySegment message, MemorySegment answer) {
        Request received = ranks.irecv(answer, peer, tag);
        finish(ranks.isend(message, peer, tag), message.byteSize());
        finish(received, answer.byteSize());
    }

    /**
     * Sends a message to the other rank and, when the send is done, posts the receive of its answer, as MPI's usual benchmarks do.
     *
     * @param message the message to send
     * @param answer  room for the answer; may be {@code message}
     */
    public void sendThenReceive(MemorySegment message, MemorySegment answer) {
        finish(ranks.isend(message, peer, tag), message.byteSize());
        finish(ranks.irecv(answer, peer, tag), answer.byteSize());
    }

    /**
     * Receives one message and sends one answer.
     *
     * @param message room for the message, as large as what the other rank sends
     * @param answer  the answer, of the same size; may be {@code message}
     */
    public void answer(MemorySegment message, MemorySegment answer) {
        finish(ranks.irecv(message, peer, tag), message.byteSize());
        finish(ranks.isend(answer, peer, tag), answer.byteSize());
    }

    /**
     * Answers all messages of the other rank's {@link #trips}, until the other rank calls {@link #end}.
     *
     * @param buffer room for the largest message
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

    /**
     * Tells the other rank that no more messages come, so that its {@link #answerUntilEnd} returns.
     *
     * @param buffer memory for the message that tells so, of at least one byte; its first byte is overwritten
     */
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
