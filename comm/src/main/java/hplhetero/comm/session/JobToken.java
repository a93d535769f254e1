package hplhetero.comm.session;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The secret of one job. All its ranks have it, and nobody else; it never travels over a connection that it protects.
 *
 * @param text 32 hexadecimal digits
 */
public record JobToken(String text) {
    /** Length of a nonce and of the secret behind {@link #text}, bytes. */
    public static final int NONCE_BYTES = 16;
    /** Length of what {@link #proof} gives, bytes. */
    public static final int PROOF_BYTES = 32;

    /** Makes a secret that nobody can guess. */
    public static JobToken fresh() {
        return new JobToken(HexFormat.of().formatHex(nonce()));
    }

    /** Makes {@value #NONCE_BYTES} bytes that were never used before. */
    public static byte[] nonce() {
        byte[] random = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(random);
        return random;
    }

    /**
     * Makes the key of one direction of one connection (HKDF with SHA-256).
     *
     * @param purpose what is protected, in which direction
     * @param nonces  by which this connection differs from every other
     */
    SecretKey key(String purpose, byte[]... nonces) {
        try {
            return kdf().deriveKey("AES", parameters(purpose, nonces));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK 25 has HKDF-SHA256", e);
        }
    }

    /**
     * Makes bytes that only who has the token can make, and that do not tell it.
     *
     * @param purpose what is to be proved
     * @param nonces  for whom, and by whom
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

    /** {@inheritDoc} Without the secret: what is logged or printed by mistake tells nobody. */
    @Override
    public String toString() {
        return "JobToken";
    }
}
