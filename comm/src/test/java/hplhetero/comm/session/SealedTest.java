package hplhetero.comm.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is sealed opens at the other end only, whole and in order. */
@Timeout(300)
final class SealedTest {
    private static final JobToken TOKEN = JobToken.fresh();
    private static final byte[] NONCE = JobToken.nonce();

    private static ByteBuffer sealed(RecordCipher cipher, String text) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(text.length() + RecordCipher.TAG_BYTES);
        cipher.next(ByteBuffer.wrap(text.getBytes()), out);
        return out.flip();
    }

    private static String opened(RecordCipher cipher, ByteBuffer record) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(record.remaining() - RecordCipher.TAG_BYTES);
        cipher.next(record.duplicate(), out);
        return new String(out.array());
    }

    @Test
    void shouldOpenRecordsInTheirOrder() throws IOException {
        RecordCipher sealing = RecordCipher.sealing(TOKEN, "there", NONCE);
        RecordCipher opening = RecordCipher.opening(TOKEN, "there", NONCE);
        for (String text : new String[] {"one", "two", "one"}) {
            assertThat(opened(opening, sealed(sealing, text))).isEqualTo(text);
        }
    }

    @Test
    void shouldRefuseWhatWasChangedRepeatedOrSentBack() throws IOException {
        ByteBuffer record = sealed(RecordCipher.sealing(TOKEN, "there", NONCE), "FAILED rank 1");
        ByteBuffer changed = ByteBuffer.wrap(record.array().clone());
        changed.put(3, (byte) (changed.get(3) ^ 1));
        assertThatThrownBy(() -> opened(RecordCipher.opening(TOKEN, "there", NONCE), changed)).isInstanceOf(IOException.class);
        RecordCipher once = RecordCipher.opening(TOKEN, "there", NONCE);
        opened(once, record);
        assertThatThrownBy(() -> opened(once, record)).as("repeated").isInstanceOf(IOException.class);
        assertThatThrownBy(() -> opened(RecordCipher.opening(TOKEN, "back", NONCE), record)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> opened(RecordCipher.opening(TOKEN, "there", JobToken.nonce()), record)).as("another connection")
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> opened(RecordCipher.opening(JobToken.fresh(), "there", NONCE), record)).as("another job")
                .isInstanceOf(IOException.class);
    }

    @Test
    void shouldTellNobodyTheToken() {
        assertThat(TOKEN.toString()).doesNotContain(TOKEN.text());
        assertThat(TOKEN.proof("a", NONCE)).hasSize(JobToken.PROOF_BYTES).isEqualTo(TOKEN.proof("a", NONCE))
                .isNotEqualTo(TOKEN.proof("b", NONCE)).isNotEqualTo(TOKEN.proof("a", JobToken.nonce()));
    }

    /** A connection that takes and gives a few bytes at a time. */
    private static final class Trickle implements ByteChannel {
        private final Random random = new Random(1);
        private final ByteArrayOutputStream wire = new ByteArrayOutputStream();
        private int read;

        private int some(int most) {
            return Math.min(most, random.nextInt(40_000));
        }

        @Override
        public int write(ByteBuffer source) {
            byte[] part = new byte[some(source.remaining())];
            source.get(part);
            wire.writeBytes(part);
            return part.length;
        }

        @Override
        public int read(ByteBuffer target) {
            int part = some(Math.min(target.remaining(), wire.size() - read));
            target.put(wire.toByteArray(), read, part);
            read += part;
            return part;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // has nothing to give back
        }
    }

    @Test
    void shouldCarryMuchOverAConnectionThatTakesLittle() throws IOException {
        Trickle trickle = new Trickle();
        SealedChannel writer = new SealedChannel(trickle, RecordCipher.sealing(TOKEN, "there", NONCE),
                RecordCipher.opening(TOKEN, "back", NONCE));
        SealedChannel reader = new SealedChannel(trickle, RecordCipher.sealing(TOKEN, "back", NONCE),
                RecordCipher.opening(TOKEN, "there", NONCE));
        byte[] bytes = new byte[500_000];
        new Random(2).nextBytes(bytes);
        ByteBuffer source = ByteBuffer.wrap(bytes);
        ByteBuffer target = ByteBuffer.allocate(bytes.length);
        while (target.hasRemaining()) {
            writer.write(source);
            assertThat(reader.read(target)).isGreaterThanOrEqualTo(0);
        }
        assertThat(writer.hasPending()).isFalse();
        assertThat(target.array()).isEqualTo(bytes);
    }

    private static String sent(JobToken client, JobToken server) throws Exception {
        try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(port.getInetAddress(), port.getLocalPort());
                Socket accepted = port.accept()) {
            CompletableFuture<String> heard = CompletableFuture.supplyAsync(() -> {
                try {
                    return SealedConnection.ofServer(accepted, server).in().readUTF();
                } catch (IOException e) {
                    throw new IllegalStateException(e.getMessage(), e);
                }
            });
            SealedConnection connection = SealedConnection.ofClient(socket, client);
            connection.out().writeUTF("x".repeat(60_000));
            connection.out().flush();
            return heard.get();
        }
    }

    @Test
    void shouldTalkToWhoHasTheTokenOnly() throws Exception {
        assertThat(sent(TOKEN, TOKEN)).hasSize(60_000);
        assertThatThrownBy(() -> sent(JobToken.fresh(), TOKEN)).isInstanceOf(ExecutionException.class)
                .hasMessageContaining("not sent by a rank of this job");
    }
}
