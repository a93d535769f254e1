package hplhetero.comm.liveness;

import hplhetero.comm.session.JobToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/** One end of a connection that carries frames and never waits. Owner: the thread of the {@link HeartbeatLoop}. */
final class FrameChannel {
    /** The size of the receive buffer at first, in bytes; it grows for longer frames. */
    private static final int FIRST_BYTES = 512;

    private final SocketChannel channel;
    private final SelectionKey key;
    /** The sealed frames that the connection has not taken yet, in order. */
    private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
    private final JobToken token;
    /** The nonce of this end. */
    private final byte[] nonce = JobToken.nonce();
    /** The bytes that have come and belong to no complete frame yet. */
    private ByteBuffer in = ByteBuffer.allocate(FIRST_BYTES);
    /** The cipher of this connection; null: the other end has not sent its nonce yet. */
    private FrameCipher cipher;
    /** Whether writing or closing has failed. */
    private boolean broken;

    /**
     * Makes a channel of a connection that rank 0 has accepted: sends a nonce, and waits for the nonce of the other end.
     *
     * @param token the secret of the run
     * @param owner the object that is attached to the selector's key
     */
    FrameChannel(SocketChannel channel, JobToken token, Selector selector, Object owner) throws IOException {
        this(channel, token, null, selector, owner);
        unsent.add(ByteBuffer.wrap(nonce));
        flush();
    }

    /** Makes a channel of a connection on which nonces have gone both ways. */
    FrameChannel(SocketChannel channel, FrameCipher cipher, Selector selector) throws IOException {
        this(channel, null, cipher, selector, null);
    }

    private FrameChannel(SocketChannel channel, JobToken token, FrameCipher cipher, Selector selector, Object owner) throws IOException {
        this.channel = channel;
        this.token = token;
        this.cipher = cipher;
        channel.configureBlocking(false);
        this.key = channel.register(selector, SelectionKey.OP_READ, owner);
    }

    /**
     * Reads what has come, and gives each complete frame to {@code receiver}.
     *
     * @return false when nothing more will come: the other end has closed, or sent what is no frame
     */
    boolean read(Consumer<Frame> receiver) {
        try {
            int bytes = channel.read(in);
            in.flip();
            try {
                for (Frame frame = next(); frame != null && channel.isOpen(); frame = next()) {
                    receiver.accept(frame);
                }
            } finally {
                in.compact();
            }
            return bytes >= 0 && !broken;
        } catch (IOException | IllegalArgumentException lost) {
            return false;
        }
    }

    /** Takes the next complete frame out of the received bytes, or returns null. */
    private Frame next() throws IOException {
        if (cipher == null && !greeted() || in.remaining() < FrameCipher.LENGTH_BYTES) {
            return null;
        }
        int length = in.getInt(in.position());
        FrameCipher.requireLength(length);
        if (in.remaining() < FrameCipher.LENGTH_BYTES + length) {
            reserve(FrameCipher.LENGTH_BYTES + length);
            return null;
        }
        ByteBuffer body = in.slice(in.position() + FrameCipher.LENGTH_BYTES, length);
        in.position(in.position() + FrameCipher.LENGTH_BYTES + length);
        return cipher.opened(body);
    }

    /** Returns whether the other end has sent its nonce, and makes the cipher when it has. */
    private boolean greeted() {
        if (in.remaining() < JobToken.NONCE_BYTES) {
            return false;
        }
        byte[] other = new byte[JobToken.NONCE_BYTES];
        in.get(other);
        cipher = FrameCipher.ofServer(token, nonce, other);
        return true;
    }

    /** Makes room for a frame of so many bytes. */
    private void reserve(int bytes) {
        if (in.capacity() < bytes) {
            in = ByteBuffer.allocate(bytes).put(in).flip();
        }
    }

    /** Sends a frame as soon as the connection takes it. */
    void send(Frame frame) {
        unsent.add(cipher.sealed(frame));
        flush();
    }

    /** Sends what the connection takes now. The next {@link #read} notices when the connection is broken. */
    void flush() {
        try {
            while (!unsent.isEmpty()) {
                channel.write(unsent.peek());
                if (unsent.peek().hasRemaining()) {
                    break;
                }
                unsent.poll();
            }
            key.interestOps(unsent.isEmpty() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        } catch (IOException | java.nio.channels.CancelledKeyException lost) {
            broken = true;
            unsent.clear();
        }
    }

    /** Closes the connection; nothing can be sent or received afterwards. */
    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            broken = true;
        }
    }
}
