package hplhetero.comm.liveness;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/** One end of a connection that carries frames and never waits. Owner: the loop's thread. */
final class FrameChannel {
    private static final int FIRST_BYTES = 512;
    private static final int MOST_BYTES = Frame.LENGTH_BYTES + Frame.HEAD_BYTES + Frame.MAX_TEXT_BYTES;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
    private ByteBuffer in = ByteBuffer.allocate(FIRST_BYTES);
    private boolean broken;

    /** @param owner what the selector's loop finds with the key */
    FrameChannel(SocketChannel channel, Selector selector, Object owner) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        this.key = channel.register(selector, SelectionKey.OP_READ, owner);
    }

    /**
     * Takes what has come.
     *
     * @return false when nothing more will come: the other end closed, or what came is no frame
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

    private Frame next() {
        if (in.remaining() < Frame.LENGTH_BYTES) {
            return null;
        }
        int length = in.getInt(in.position());
        if (length < Frame.HEAD_BYTES || length > MOST_BYTES - Frame.LENGTH_BYTES) {
            throw new IllegalArgumentException("length=" + length + " of a heartbeat frame");
        }
        if (in.remaining() < Frame.LENGTH_BYTES + length) {
            reserve(Frame.LENGTH_BYTES + length);
            return null;
        }
        ByteBuffer body = in.slice(in.position() + Frame.LENGTH_BYTES, length);
        in.position(in.position() + Frame.LENGTH_BYTES + length);
        return Frame.decoded(body);
    }

    private void reserve(int bytes) {
        if (in.capacity() < bytes) {
            in = ByteBuffer.allocate(bytes).put(in).flip();
        }
    }

    /** Sends as soon as the connection takes it. */
    void send(Frame frame) {
        unsent.add(frame.encoded());
        flush();
    }

    /** Sends what the connection takes now. A broken one is noticed by the next read. */
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

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            broken = true;
        }
    }
}
