package hplhetero.comm.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * One direction of one connection: seals records, or opens them, in the order in which they are sent. The cipher is AES-256 in Galois
 * counter mode; a record's number is its nonce. A record that was changed, repeated, left out, or sent back to its sender does not open.
 * Owner: one thread.
 */
public final class RecordCipher {
    /** The number of bytes by which a sealed record is longer than what it holds. */
    public static final int TAG_BYTES = 16;

    /** Length of the cipher's nonce in bytes: zeros, then a record's number. */
    private static final int NONCE_BYTES = 12;

    private final SecretKey key;
    private final int mode;
    private final Cipher cipher;
    private final ByteBuffer nonce = ByteBuffer.allocate(NONCE_BYTES);
    /** The number of records that were sealed or opened so far. */
    private long records;

    private RecordCipher(SecretKey key, int mode) {
        this.key = key;
        this.mode = mode;
        try {
            this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK 25 has AES in Galois counter mode", e);
        }
    }

    /**
     * Makes the cipher that seals what one end sends.
     *
     * @param token   the secret of the job
     * @param purpose what the connection is for, and who sends
     * @param nonces  random bytes by which this connection differs from every other
     */
    public static RecordCipher sealing(JobToken token, String purpose, byte[]... nonces) {
        return new RecordCipher(token.key(purpose, nonces), Cipher.ENCRYPT_MODE);
    }

    /**
     * Makes the cipher that opens what the other end has sealed with the same token, purpose and nonces.
     *
     * @param token   the secret of the job
     * @param purpose what the connection is for, and who sends
     * @param nonces  random bytes by which this connection differs from every other
     */
    public static RecordCipher opening(JobToken token, String purpose, byte[]... nonces) {
        return new RecordCipher(token.key(purpose, nonces), Cipher.DECRYPT_MODE);
    }

    /**
     * Seals or opens the next record.
     *
     * @param in  the record, all of it
     * @param out takes the result, from its position on: {@link #TAG_BYTES} more bytes than the record when sealing, fewer when opening
     * @throws IOException when a record does not open
     */
    public void next(ByteBuffer in, ByteBuffer out) throws IOException {
        try {
            cipher.init(mode, key, new GCMParameterSpec(8 * TAG_BYTES, nonce.putLong(NONCE_BYTES - Long.BYTES, records++).array()));
            cipher.doFinal(in, out);
        } catch (GeneralSecurityException e) {
            throw new IOException("a message was not sent by a rank of this job, or was changed on its way", e);
        }
    }
}
