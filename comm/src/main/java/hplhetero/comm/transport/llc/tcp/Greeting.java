package hplhetero.comm.transport.llc.tcp;

import hplhetero.comm.session.JobToken;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/**
 * The greeting of a connection: its first bytes, in the clear, big-endian. It has the rank that has connected (int), and the proof that
 * this rank belongs to the job ({@link JobToken#PROOF_BYTES}). The proof holds for this rank and this port only; who overhears it learns
 * nothing of the token.
 *
 * @param rank  rank that has connected
 * @param proof proof made by {@link JobToken#proof}
 */
record Greeting(int rank, byte[] proof) {
    static final int BYTES = Integer.BYTES + JobToken.PROOF_BYTES;

    /**
     * Makes the greeting of {@code rank}.
     *
     * @param challenge challenge of the port that is greeted
     */
    static Greeting of(JobToken token, int rank, byte[] challenge) {
        return new Greeting(rank, token.proof("llc:tcp greeting", challenge, bytes(rank)));
    }

    /** Returns whether a rank of the job has sent this greeting. */
    boolean isGenuine(JobToken token, byte[] challenge) {
        return MessageDigest.isEqual(of(token, rank, challenge).proof, proof);
    }

    byte[] encoded() {
        return ByteBuffer.allocate(BYTES).putInt(rank).put(proof).array();
    }

    static Greeting decoded(ByteBuffer bytes) {
        int rank = bytes.getInt();
        byte[] proof = new byte[JobToken.PROOF_BYTES];
        bytes.get(proof);
        return new Greeting(rank, proof);
    }

    /** Returns a rank's number as the bytes of a nonce. */
    static byte[] bytes(int rank) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(rank).array();
    }
}
