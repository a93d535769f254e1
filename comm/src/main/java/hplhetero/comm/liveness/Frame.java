package hplhetero.comm.liveness;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A message over a connection of the failure detector, big-endian. {@link FrameCipher} seals it.
 * <pre>
 *   0   kind     byte   {@link Kind}'s ordinal
 *   1   number   long
 *   9   text     UTF-8
 * </pre>
 *
 * @param kind   what the frame says
 * @param number a number whose meaning depends on the kind
 * @param text   a text whose meaning depends on the kind
 */
record Frame(Kind kind, long number, String text) {
    /** Bytes before the text. */
    static final int HEAD_BYTES = Byte.BYTES + Long.BYTES;
    /** The greatest length of the text in bytes: enough for the report of a stall. A longer text is cut. */
    static final int MAX_TEXT_BYTES = 32_768;

    /** The kinds of frames. For each kind: who sends the frame, and the meaning of its number and text. */
    enum Kind {
        /** Sent by a rank, once. Number: its rank. Text: its host. */
        JOIN,
        /** Sent by rank 0, in answer to {@link #JOIN}; without number or text. */
        WELCOME,
        /** Sent by a rank each second. Number: its ticks. Text: what it is doing. */
        HEARTBEAT,
        /**
         * Sent by rank 0, in answer to {@link #HEARTBEAT}. Number: milliseconds of silence after which a connection counts as broken. Text:
         * what rank 0 is doing.
         */
        HEARTBEAT_REPLY,
        /** Sent by a rank that ends the run by an exception. Number: 0. Text: the reason. */
        FAILED,
        /** Sent by a rank whose process was told to end. Number: 0. Text: the reason. */
        ENDING,
        /** Sent by any rank that has come to its orderly end, so that the connection may close; without number or text. */
        GOODBYE,
        /** Sent by rank 0 when the run has ended. Number: the ordinal of {@link AbortCause.Kind}. Text: what happened. */
        END,
        /** Sent by rank 0, which wants to know what the rank waits for; without number or text. */
        QUERY,
        /** Sent by a rank, in answer to {@link #QUERY}. Number: 0. Text: what the rank waits for. */
        ANSWER;

        private static final Kind[] ALL = values();
    }

    /** Returns a frame without number or text. */
    static Frame of(Kind kind) {
        return new Frame(kind, 0, "");
    }

    /** Returns the bytes of this frame; the text is cut to {@link #MAX_TEXT_BYTES}. */
    ByteBuffer encoded() {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MAX_TEXT_BYTES);
        return ByteBuffer.allocate(HEAD_BYTES + length)
                .put((byte) kind.ordinal()).putLong(number).put(bytes, 0, length).flip();
    }

    /**
     * Returns the frame whose {@link #encoded} bytes these are.
     *
     * @throws IllegalArgumentException when the bytes are no frame
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
