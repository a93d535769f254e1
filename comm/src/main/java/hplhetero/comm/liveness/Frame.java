package hplhetero.comm.liveness;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What goes over a connection of the failure detector, big-endian; {@link FrameCipher} tells how it is sealed:
 * <pre>
 *   0   kind     byte   {@link Kind}'s ordinal
 *   1   number   long
 *   9   text     UTF-8
 * </pre>
 */
record Frame(Kind kind, long number, String text) {
    static final int HEAD_BYTES = Byte.BYTES + Long.BYTES;
    /** Enough for the report of a stall; what is longer is cut. */
    static final int MAX_TEXT_BYTES = 32_768;

    /** Who says it, number, text. */
    enum Kind {
        /** A rank, once: its rank; its host. */
        JOIN,
        /** Rank 0's answer to {@link #JOIN}. */
        WELCOME,
        /** A rank, each second: its ticks, what it is at. */
        HEARTBEAT,
        /** Rank 0's answer to {@link #HEARTBEAT}: milliseconds of silence after which a connection counts as broken; what rank 0 is at. */
        HEARTBEAT_REPLY,
        /** A rank that ends the run by an exception: 0, the reason. */
        FAILED,
        /** A rank whose process was told to end: 0, the reason. */
        ENDING,
        /** A rank, or rank 0, that has come to its orderly end: the connection may close. */
        GOODBYE,
        /** Rank 0: the run has ended: {@link AbortCause.Kind}'s ordinal, what happened. */
        END,
        /** Rank 0 wants to know what the rank waits for. */
        QUERY,
        /** The answer to it: 0, what it waits for. */
        ANSWER;

        private static final Kind[] ALL = values();
    }

    static Frame of(Kind kind) {
        return new Frame(kind, 0, "");
    }

    ByteBuffer encoded() {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MAX_TEXT_BYTES);
        return ByteBuffer.allocate(HEAD_BYTES + length)
                .put((byte) kind.ordinal()).putLong(number).put(bytes, 0, length).flip();
    }

    /**
     * Takes what {@link #encoded} has made.
     *
     * @throws IllegalArgumentException when these bytes are none
     */
    static Frame decoded(ByteBuffer bytes) {
        int kind = bytes.get();
        if (kind < 0 || kind >= Kind.ALL.length) {
            throw new IllegalArgumentException("kind=" + kind + " of a heartbeat frame");
        }
        long number = bytes.getLong();
        return new Frame(Kind.ALL[kind], number, StandardCharsets.UTF_8.decode(bytes).toString());
    }
}
