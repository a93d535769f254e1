package hplhetero.run.check.agent;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Where other agents connect: on a free port of all interfaces. Whoever connects says whom it wants; to others than
 * this one's identity it does not answer.
 *
 * <pre>
 * caller:  identity (36 bytes)                  here:  ACCEPTED (1 byte)
 * caller:  length (4 bytes), length bytes       here:  8 bytes           again and again
 * </pre>
 */
final class PeerServer implements AutoCloseable {
    static final int IDENTITY_BYTES = 36;
    static final byte ACCEPTED = 'y';
    static final int SMALL = 8;
    static final int LARGE = 512 << 10;
    private static final int BACKLOG = 256;
    private static final int SILENCE_MILLIS = 10_000;

    private final String identity = UUID.randomUUID().toString();
    private final ServerSocket server;

    PeerServer() throws IOException {
        server = new ServerSocket(0, BACKLOG);
        Thread.ofPlatform().daemon().name("peers").start(this::accept);
    }

    String identity() {
        return identity;
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket caller = server.accept();
                Thread.ofVirtual().start(() -> serve(caller));
            } catch (IOException closed) {
                // the next turn of the loop sees whether it is for good
            }
        }
    }

    private void serve(Socket caller) {
        try (caller; DataInputStream in = new DataInputStream(caller.getInputStream());
                DataOutputStream out = new DataOutputStream(caller.getOutputStream())) {
            caller.setSoTimeout(SILENCE_MILLIS);
            caller.setTcpNoDelay(true);
            if (!new String(in.readNBytes(IDENTITY_BYTES), StandardCharsets.US_ASCII).equals(identity)) {
                return;
            }
            out.write(ACCEPTED);
            byte[] buffer = new byte[LARGE];
            for (int length = in.readInt(); length >= 0 && length <= LARGE; length = in.readInt()) {
                in.readFully(buffer, 0, length);
                out.write(buffer, 0, SMALL);
            }
        } catch (IOException callerIsDone) {
            // the caller knows more of it, and tells
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
