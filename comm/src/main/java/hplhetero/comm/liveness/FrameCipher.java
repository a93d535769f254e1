package hplhetero.comm.liveness;

import hplhetero.comm.session.JobToken;
import hplhetero.comm.session.RecordCipher;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Seals and opens the frames of one connection. Each end begins with a nonce in the clear ({@link JobToken#NONCE_BYTES}). Then a frame goes
 * as its sealed length (int, big-endian) and its sealed bytes.
 *
 * @param sealing seals what this end sends
 * @param opening opens what the other end sends
 */
record FrameCipher(RecordCipher sealing, RecordCipher opening) {
    /** Bytes of the length before a sealed frame. */
    static final int LENGTH_BYTES = Integer.BYTES;
    /** The greatest length of a sealed frame in bytes. */
    static final int MOST_BYTES = Frame.HEAD_BYTES + Frame.MAX_TEXT_BYTES + RecordCipher.TAG_BYTES;

    private static final String FROM_RANK = "heartbeats of a rank";
    private static final String FROM_RANK_0 = "heartbeats of rank 0";

    /**
     * Makes the cipher of rank 0's end of a connection.
     *
     * @param own    the nonce of this end
     * @param others the nonce of the other end
     */
    static FrameCipher ofServer(JobToken token, byte[] own, byte[] others) {
        return new FrameCipher(RecordCipher.sealing(token, FROM_RANK_0, own, others), RecordCipher.opening(token, FROM_RANK, own, others));
    }

    /**
     * Makes the cipher of another rank's end of a connection.
     *
     * @param own    the nonce of this end
     * @param others the nonce of the other end
     */
    static FrameCipher ofClient(JobToken token, byte[] own, byte[] others) {
        return new FrameCipher(RecordCipher.sealing(token, FROM_RANK, others, own), RecordCipher.opening(token, FROM_RANK_0, others, own));
    }

    /** Returns a frame as it goes over the connection: its sealed length and its sealed bytes. */
    ByteBuffer sealed(Frame frame) {
        ByteBuffer plain = frame.encoded();
        int length = plain.remaining() + RecordCipher.TAG_BYTES;
        ByteBuffer sealed = ByteBuffer.allocate(LENGTH_BYTES + length).putInt(length);
        try {
            sealing.next(plain, sealed);
        } catch (IOException e) {
            throw new IllegalStateException("every frame can be sealed", e);
        }
        return sealed.flip();
    }

    /**
     * Returns the frame in a sealed record.
     *
     * @throws IOException when the record was not sent by a rank of this job
     */
    Frame opened(ByteBuffer sealed) throws IOException {
        ByteBuffer plain = ByteBuffer.allocate(sealed.remaining() - RecordCipher.TAG_BYTES);
        opening.next(sealed, plain);
        return Frame.decoded(plain.flip());
    }

    /**
     * Checks the length of a sealed frame, before memory is allocated for it.
     *
     * @throws IOException when no sealed frame has this length
     */
    static void requireLength(int length) throws IOException {
        if (length < Frame.HEAD_BYTES + RecordCipher.TAG_BYTES || length > MOST_BYTES) {
            throw new IOException("length=" + length + " of a heartbeat frame: not from a rank of this job");
        }
    }
}
