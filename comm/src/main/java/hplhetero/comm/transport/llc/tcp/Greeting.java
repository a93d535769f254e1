package hplhetero.comm.transport.llc.tcp;

import hplhetero.comm.session.JobToken;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/**
 * The first bytes of a connection, in the clear, big-endian: the rank that has connected (int), and the proof that it belongs to the job
 * ({@link JobToken#PROOF_BYTES}). The proof holds for this rank and this port only; who overhears it learns nothing of the token.
 *
 * @param rank  that has connected
 * @param proof of {@link JobToken#proof}
 */
record Greeting(int rank, byte[] proof) {
    static final int BYTES = Integer.BYTES + JobToken.PROOF_BYTES;

    /** @param challenge of the port that is greeted */
    static Greeting of(JobToken token, int rank, byte[] challenge) {
        return new Greeting(rank, token.proof("llc:tcp greeting", challenge, bytes(rank)));
    }

    /** Whether a rank of the job has sent it. */
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

    /** A rank's number as a nonce. */
    static byte[] bytes(int rank) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(rank).array();
    }
}
