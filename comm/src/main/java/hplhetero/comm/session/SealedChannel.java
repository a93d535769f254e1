package hplhetero.comm.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/**
 * A connection that never waits, whose bytes go as sealed records: length (int, big-endian, of what follows), sealed bytes. What was
 * taken and is sealed already stays here until the system takes it. Owner: one thread.
 */
public final class SealedChannel implements ByteChannel {
    private static final int MOST_BYTES = 1 << 16;
    private static final int MOST_SEALED_BYTES = MOST_BYTES + RecordCipher.TAG_BYTES;

    private final ByteChannel channel;
    private final RecordCipher sealing;
    private final RecordCipher opening;
    private final ByteBuffer pending = ByteBuffer.allocateDirect(Integer.BYTES + MOST_SEALED_BYTES).limit(0);
    private final ByteBuffer came = ByteBuffer.allocateDirect(Integer.BYTES + MOST_SEALED_BYTES);
    private final ByteBuffer plain = ByteBuffer.allocateDirect(MOST_BYTES).limit(0);

    /**
     * Protects what follows on a connection.
     *
     * @param channel that never waits
     * @param sealing what is written
     * @param opening what is read
     */
    public SealedChannel(ByteChannel channel, RecordCipher sealing, RecordCipher opening) {
        this.channel = channel;
        this.sealing = sealing;
        this.opening = opening;
    }

    /** Whether bytes that were taken wait for the system. */
    public boolean hasPending() {
        return pending.hasRemaining();
    }

    /** Hands over bytes that were taken. @return whether none is left */
    public boolean flush() throws IOException {
        if (pending.hasRemaining()) {
            channel.write(pending);
        }
        return !pending.hasRemaining();
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int taken = 0;
        while (source.hasRemaining() && flush()) {
            int bytes = Math.min(source.remaining(), MOST_BYTES);
            pending.clear().putInt(bytes + RecordCipher.TAG_BYTES);
            sealing.next(source.slice(source.position(), bytes), pending);
            pending.flip();
            source.position(source.position() + bytes);
            taken += bytes;
        }
        flush();
        return taken;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int given = 0;
        while (target.hasRemaining()) {
            if (!plain.hasRemaining() && !open()) {
                int bytes = channel.read(came);
                if (bytes <= 0) {
                    return given > 0 ? given : bytes;
                }
            } else {
                int bytes = Math.min(plain.remaining(), target.remaining());
                target.put(plain.slice(plain.position(), bytes));
                plain.position(plain.position() + bytes);
                given += bytes;
            }
        }
        return given;
    }

    /** Opens the next record. @return false: not all of it has come */
    private boolean open() throws IOException {
        if (came.position() < Integer.BYTES) {
            return false;
        }
        int length = came.getInt(0);
        if (length <= RecordCipher.TAG_BYTES || length > MOST_SEALED_BYTES) {
            throw new IOException("length=" + length + " of a record: not from a rank of this job");
        }
        if (came.position() < Integer.BYTES + length) {
            return false;
        }
        came.flip().position(Integer.BYTES);
        opening.next(came.slice(Integer.BYTES, length), plain.clear());
        plain.flip();
        came.position(Integer.BYTES + length).compact();
        return true;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
