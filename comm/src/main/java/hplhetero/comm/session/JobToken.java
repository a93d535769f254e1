package hplhetero.comm.session;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The secret of one job. All ranks of the job have the secret, and nobody else has it. It never travels over a connection that it protects.
 *
 * @param text the secret as 32 hexadecimal digits
 */
public record JobToken(String text) {
    /** Length of a nonce, and of the secret behind {@link #text}, in bytes. */
    public static final int NONCE_BYTES = 16;
    /** Length of the result of {@link #proof}, in bytes. */
    public static final int PROOF_BYTES = 32;

    /** Makes a secret that nobody can guess. */
    public static JobToken fresh() {
        return new JobToken(HexFormat.of().formatHex(nonce()));
    }

    /** Makes a nonce: {@value #NONCE_BYTES} random bytes that were never used before. */
    public static byte[] nonce() {
        byte[] random = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(random);
        return random;
    }

    /**
     * Makes the key of one direction of one connection (HKDF with SHA-256).
     *
     * @param purpose what the key protects, and in which direction
     * @param nonces  random bytes by which this connection differs from every other
     */
    SecretKey key(String purpose, byte[]... nonces) {
        try {
            return kdf().deriveKey("AES", parameters(purpose, nonces));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK 25 has HKDF-SHA256", e);
        }
    }

    /**
     * Makes bytes that prove that their maker has this token, and that do not reveal it. Only a holder of the token can make them.
     *
     * @param purpose what is to be proved
     * @param nonces  the nonces of the one who asks for the proof and of the one who gives it
     * @return {@value #PROOF_BYTES} bytes
     */
    public byte[] proof(String purpose, byte[]... nonces) {
        try {
            return kdf().deriveData(parameters(purpose, nonces));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK 25 has HKDF-SHA256", e);
        }
    }

    private static KDF kdf() throws GeneralSecurityException {
        return KDF.getInstance("HKDF-SHA256");
    }

    private HKDFParameterSpec parameters(String purpose, byte[]... nonces) {
        HKDFParameterSpec.Builder builder = HKDFParameterSpec.ofExtract().addIKM(text.getBytes(StandardCharsets.US_ASCII));
        for (byte[] nonce : nonces) {
            builder.addSalt(nonce);
        }
        return builder.thenExpand(purpose.getBytes(StandardCharsets.US_ASCII), PROOF_BYTES);
    }

    /** {@inheritDoc} The text does not contain the secret, so that a log or a message that shows it by mistake reveals nothing. */
    @Override
    public String toString() {
        return "JobToken";
    }
}
