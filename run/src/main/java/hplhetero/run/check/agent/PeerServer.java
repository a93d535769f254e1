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
 * The server to which other agents connect, on a free port of all interfaces. Whoever connects names the agent it wants by its identity.
 * The server does not answer where the identity is not its own.
 *
 * <pre>
 * client:  identity (36 bytes)                  here:  ACCEPTED (1 byte)
 * client:  length (4 bytes), length bytes       here:  8 bytes           again and again
 * </pre>
 */
final class PeerServer implements AutoCloseable {
    static final int IDENTITY_BYTES = 36;
    static final byte ACCEPTED = 'y';
    static final int SMALL_BYTES = 8;
    static final int LARGE_BYTES = 512 << 10;
    private static final int MOST_WAITING_CONNECTIONS = 256;
    private static final int SILENCE_LIMIT_MILLIS = 10_000;

    private final String identity = UUID.randomUUID().toString();
    private final ServerSocket server;

    /**
     * Opens a free port and begins to answer other agents, in a daemon thread.
     *
     * @throws IOException when no port can be opened
     */
    PeerServer() throws IOException {
        server = new ServerSocket(0, MOST_WAITING_CONNECTIONS);
        Thread.ofPlatform().daemon().name("peers").start(this::accept);
    }

    /**
     * Returns the identity by which other agents must name this server when they connect: a random text of {@link #IDENTITY_BYTES}
     * characters.
     */
    String identity() {
        return identity;
    }

    /** Returns the number of the TCP port to which other agents connect. */
    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                // the loop's condition tells whether the server is closed for good
            }
        }
    }

    private void serve(Socket client) {
        try (client; DataInputStream in = new DataInputStream(client.getInputStream());
                DataOutputStream out = new DataOutputStream(client.getOutputStream())) {
            client.setSoTimeout(SILENCE_LIMIT_MILLIS);
            client.setTcpNoDelay(true);
            if (!new String(in.readNBytes(IDENTITY_BYTES), StandardCharsets.US_ASCII).equals(identity)) {
                return;
            }
            out.write(ACCEPTED);
            byte[] buffer = new byte[LARGE_BYTES];
            for (int length = in.readInt(); length >= 0 && length <= LARGE_BYTES; length = in.readInt()) {
                in.readFully(buffer, 0, length);
                out.write(buffer, 0, SMALL_BYTES);
            }
        } catch (IOException clientIsDone) {
            // the client knows more about it, and reports it
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
